<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en_GB">
    <context>
        <name>Lesson</name>
        <message>
            <source>First steps</source>
            <translation>Erste Schritte</translation>
        </message>
        <message>
            <source>What a thread computes, and how a kernel gets its data and hands it back.</source>
            <translation>Was ein Thread rechnet und wie ein Kernel seine Daten bekommt und zurückgibt.</translation>
        </message>
        <message>
            <source>Why memory sets the pace, and how a loop that strides over the grid takes any size.</source>
            <translation>Warum der Speicher das Tempo vorgibt und wie eine Schleife, die über das Grid schreitet, mit jeder Größe zurechtkommt.</translation>
        </message>
        <message>
            <source>How an access out of bounds is found: line, block, thread and buffer.</source>
            <translation>Wie ein Zugriff außerhalb der Grenzen gefunden wird: Zeile, Block, Thread und Puffer.</translation>
        </message>
        <message>
            <source>Warps</source>
            <translation>Warps</translation>
        </message>
        <message>
            <source>What it costs when the lanes of a warp go different ways, seen in a picture.</source>
            <translation>Was es kostet, wenn die Lanes eines Warps verschiedene Wege gehen, in einem Bild zu sehen.</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Speicher</translation>
        </message>
        <message>
            <source>Coalesced accesses, bank conflicts, and the extra column that avoids them.</source>
            <translation>Zusammengefasste Zugriffe (coalesced), Bankkonflikte und die zusätzliche Spalte, die sie vermeidet.</translation>
        </message>
        <message>
            <source>Tiles in shared memory: what a block loads once and uses many times.</source>
            <translation>Kacheln im Shared Memory: was ein Block einmal lädt und vielmals verwendet.</translation>
        </message>
        <message>
            <source>Working together</source>
            <translation>Zusammenarbeiten</translation>
        </message>
        <message>
            <source>A sum in five stages, each of which takes one obstacle away.</source>
            <translation>Eine Summe in fünf Stufen, von denen jede ein Hindernis beseitigt.</translation>
        </message>
        <message>
            <source>What atomics cost where many threads count into few places.</source>
            <translation>Was atomare Operationen kosten, wo viele Threads an wenigen Stellen zählen.</translation>
        </message>
        <message>
            <source>Reductions, scans and element-wise kernels of a line each, and the code behind them.</source>
            <translation>Reduktionen, Scans und elementweise Kernel aus je einer Zeile und der Code dahinter.</translation>
        </message>
        <message>
            <source>Tuning</source>
            <translation>Optimieren</translation>
        </message>
        <message>
            <source>What keeps an SM from holding more warps: shared memory, registers, the size of a block.</source>
            <translation>Was einen SM hindert, mehr Warps zu halten: Shared Memory, Register, die Größe eines Blocks.</translation>
        </message>
        <message>
            <source>How near a kernel of one's own comes to NVIDIA's library, timed side by side.</source>
            <translation>Wie nah ein eigener Kernel an NVIDIAs Bibliothek herankommt, nebeneinander gemessen.</translation>
        </message>
        <message>
            <source>Several GPUs</source>
            <translation>Mehrere GPUs</translation>
        </message>
        <message>
            <source>How rows are shared out over devices, and what each of them sees of the whole.</source>
            <translation>Wie Zeilen auf Geräte verteilt werden und was jedes von ihnen vom Ganzen sieht.</translation>
        </message>
        <message>
            <source>Steps that need the neighbours' rows: how devices exchange them, and what that costs.</source>
            <translation>Schritte, die die Zeilen der Nachbarn brauchen: wie Geräte sie austauschen und was das kostet.</translation>
        </message>
        <message>
            <source>Vector multiply</source>
            <translation>Vektormultiplikation</translation>
        </message>
        <message>
            <source># Vector multiply

400 threads in one block, one multiplication each: `dest = a * b`.

**Press Run** (F5). The compiler turns the source into machine code for the chosen device. The buffers `a` and `b` are filled with normally distributed numbers and copied to the device, the kernel is launched, and `dest` is copied back. **Buffers** shows it, and the check says whether it equals `a * b`, computed on the host.

## Look
- **Resources**: how many registers each thread needs.
- **Occupancy**: 400 threads are 13 warps. Why is the last one only half used?
- **Timing**: on a simulated device, the time that a GPU of this model would take is estimated.

## Try
1. Change `BLOCK` to 128. The grid becomes 4 blocks, which is 512 threads for 400 elements: what do the last 112 threads do? Run it and read the message.
2. Fix it: pass the number of elements to the kernel, and test for it.
3. Multiply by 2 as well and watch the check fail, with the first wrong element named.
</source>
            <translation># Vektormultiplikation

400 Threads in einem Block, jeder eine Multiplikation: `dest = a * b`.

**Drücken Sie Ausführen** (F5). Der Compiler macht aus dem Text Maschinencode für das gewählte Gerät, die Puffer `a` und `b` werden mit normalverteilten Zahlen gefüllt und dorthin kopiert, der Kernel wird gestartet, und `dest` kommt zurück. **Puffer** zeigt es, und die Prüfung sagt, ob es gleich `a * b` auf dem Host ist.

## Ansehen
- **Ressourcen**: wie viele Register jeder Thread braucht.
- **Occupancy**: 400 Threads sind 13 Warps. Warum ist der letzte nur halb genutzt?
- **Zeiten**: auf einem simulierten Gerät wird geschätzt, wie lange eine GPU dieses Modells brauchte.

## Ausprobieren
1. Setzen Sie `BLOCK` auf 128. Das Grid hat dann 4 Blöcke, also 512 Threads für 400 Elemente: was tun die letzten 112 Threads? Führen Sie es aus und lesen Sie die Meldung.
2. Beheben Sie es: Geben Sie dem Kernel die Zahl der Elemente und eine Abfrage.
3. Multiplizieren Sie auch noch mit 2 und sehen Sie, wie die Prüfung fehlschlägt und das erste falsche Element nennt.
</translation>
        </message>
        <message>
            <source>Make the kernel multiply any number of elements.</source>
            <translation>Lassen Sie den Kernel beliebig viele Elemente multiplizieren.</translation>
        </message>
        <message>
            <source>Give the kernel a fourth argument, int n, and let threads whose i is n or more do nothing. In the set-up the launch gets that argument, too: n.</source>
            <translation>Geben Sie dem Kernel ein viertes Argument, int n, und lassen Sie Threads nichts tun, deren i gleich n oder größer ist. In der Einrichtung bekommt auch der Launch dieses Argument: n.</translation>
        </message>
        <message>
            <source>Give every warp work for all of its 32 lanes: choose a block size that is a multiple of 32.</source>
            <translation>Geben Sie jedem Warp Arbeit für alle seine 32 Lanes: Wählen Sie eine Blockgröße, die ein Vielfaches von 32 ist.</translation>
        </message>
        <message>
            <source>BLOCK is a define of the set-up. 400 threads are 12 warps and a half.</source>
            <translation>BLOCK ist ein Define der Einrichtung. 400 Threads sind zwölfeinhalb Warps.</translation>
        </message>
        <message>
            <source>Multiply a million elements.</source>
            <translation>Multiplizieren Sie eine Million Elemente.</translation>
        </message>
        <message>
            <source>n is a parameter of the set-up.</source>
            <translation>n ist ein Parameter der Einrichtung.</translation>
        </message>
        <message>
            <source>Saxpy</source>
            <translation>Saxpy</translation>
        </message>
        <message>
            <source># Saxpy: a · x + y

The classic of memory-bound kernels: two loads and a store for one fused multiply-add. No matter how fast the arithmetic is, memory sets the pace, so **bytes per second** is the figure to watch.

## Look
- The launch list has two kernels. The first starts one thread per element; the second a fixed grid that *strides* over the data.
- Both read whole lines: thread *i* touches element *i*. The sectors moved equal the ideal.

## Try
1. Set `n` to 1000003. Both kernels still pass: which line of each makes sure?
2. In the grid-stride kernel let each thread take a *contiguous* piece instead. Same result: what becomes of the sectors?
3. On a real GPU raise `n` to 100 million and compare the bandwidth with your card's.
</source>
            <translation># Saxpy: a · x + y

Der Klassiker unter den Kerneln, die der Speicher begrenzt: zwei Ladevorgänge und ein Schreibvorgang für eine Multiplikation mit Addition. Wie schnell auch gerechnet wird, der Speicher gibt das Tempo vor; **Bytes je Sekunde** ist darum die Zahl, auf die es ankommt.

## Ansehen
- Die Liste der Launches hat zwei Kernel. Der erste startet einen Thread für jedes Element, der zweite ein festes Grid, das über die Daten *schreitet*.
- Beide lesen ganze Zeilen: Thread *i* berührt Element *i*. Es werden so wenige Sektoren bewegt wie möglich.

## Ausprobieren
1. Setzen Sie `n` auf 1000003. Beide Kernel bestehen noch: welche Zeile in jedem sorgt dafür?
2. Lassen Sie im zweiten Kernel jeden Thread ein *zusammenhängendes* Stück nehmen. Das Ergebnis ist dasselbe: was wird aus den Sektoren?
3. Erhöhen Sie `n` auf einer echten GPU auf 100 Millionen und vergleichen Sie die Bandbreite mit der Ihrer Karte.
</translation>
        </message>
        <message>
            <source>Launch error</source>
            <translation>Launch-Fehler</translation>
        </message>
        <message>
            <source># Launch error: reading out of bounds

This lesson fails on purpose. The rows of the picture are `pitch` **bytes** apart, as with `cudaMallocPitch`, but the kernel counts in elements, so it reads four times too far down.

**Press Run.** A simulated device names the line, the block, the thread, the address and the buffer. A real GPU can only say that *some* address was illegal, and the process that launched the kernel can do nothing more with the GPU: Warpbench gives the work to a new one, and your next run works.

## Try
1. Fix it: `picture[y * (pitch / sizeof(float)) + x]`.
2. Put `&lt;=` for one `&gt;=` of the test above. Does a real GPU notice? Does the simulated one?
</source>
            <translation># Launch-Fehler: Lesen außerhalb der Grenzen

Diese Lektion schlägt mit Absicht fehl. Die Zeilen des Bildes liegen `pitch` **Byte** auseinander, wie `cudaMallocPitch` es sagen würde, aber der Kernel zählt in Elementen: er liest viermal zu weit unten.

**Drücken Sie Ausführen.** Ein simuliertes Gerät nennt Zeile, Block, Thread, Adresse und Puffer. Eine echte GPU kann nur sagen, dass *irgendeine* Adresse ungültig war, und der Prozess, der den Kernel gestartet hat, kann mit der GPU nichts mehr anfangen: Warpbench gibt die Arbeit einem neuen, und Ihr nächster Lauf gelingt.

## Ausprobieren
1. Beheben Sie es: `picture[y * (pitch / sizeof(float)) + x]`.
2. Schreiben Sie `&lt;=` für ein `&gt;=` der Abfrage darüber. Merkt es eine echte GPU? Merkt es die simulierte?
</translation>
        </message>
        <message>
            <source>Mend the kernel, so that it no longer reads out of bounds.</source>
            <translation>Verbessern Sie den Kernel so, dass er nicht mehr außerhalb der Grenzen liest.</translation>
        </message>
        <message>
            <source>pitch counts bytes, and the index of a float* counts floats: divide by sizeof(float).</source>
            <translation>pitch zählt Bytes, und der Index eines float* zählt Elemente: teilen Sie durch sizeof(float).</translation>
        </message>
        <message>
            <source>Make the whole picture brighter whatever its size, such as 100 × 37.</source>
            <translation>Hellen Sie das ganze Bild auf, wie groß es auch ist, etwa 100 × 37.</translation>
        </message>
        <message>
            <source>width // 16 rounds down, and what is left over at the right and below is never computed. ceil_div rounds up.</source>
            <translation>width // 16 rundet ab, und was rechts und unten übrig bleibt, wird nie berechnet. ceil_div rundet auf.</translation>
        </message>
        <message>
            <source>Mandelbrot</source>
            <translation>Mandelbrot</translation>
        </message>
        <message>
            <source># Mandelbrot: divergence you can see

Each pixel is iterated until it escapes. Neighbours mostly escape together, so a block of 16 × 16 pixels keeps its warps busy; only at the rim of the set do the lanes part.

The *Buffers* panel shows the buffer **picture** as an image.

## Look
- The second launch works out the same counts with one thread per *row*. Compare the times: the arithmetic is the same.
- With *Line Costs* (Ctrl+Shift+L) on a simulated device: the active lanes of the loop in both kernels.

## Try
1. Blocks of 32 × 8 and of 256 × 1: which is fastest, and why?
2. Zoom: change `scale` and the centre.
3. Use `double`. What does your GPU think of it?
</source>
            <translation># Mandelbrot: Divergenz, die man sieht

Jedes Pixel wird iteriert, bis es entkommt. Nachbarn entkommen meist zugleich, darum hält ein Block von 16 × 16 Pixeln seine Warps beschäftigt; nur am Rand der Menge trennen sich die Lanes.

Der Bereich *Puffer* zeigt den Puffer **picture** als Bild.

## Ansehen
- Der zweite Launch berechnet dieselben Zahlen mit einem Thread je *Zeile*. Vergleichen Sie die Zeiten: gerechnet wird dasselbe.
- Mit *Zeilenkosten* (Ctrl+Shift+L) auf einem simulierten Gerät: die aktiven Lanes der Schleife in beiden Kerneln.

## Ausprobieren
1. Blöcke von 32 × 8 und von 256 × 1: welcher ist am schnellsten, und warum?
2. Vergrößern Sie: Ändern Sie `scale` und die Mitte.
3. Nehmen Sie `double`. Was hält Ihre GPU davon?
</translation>
        </message>
        <message>
            <source>Make the stores of mandelbrot_by_rows coalesced: every sector that they move should be full.</source>
            <translation>Lassen Sie mandelbrot_by_rows zusammengefasst schreiben: jeder Sektor, den er bewegt, soll voll sein.</translation>
        </message>
        <message>
            <source>Give a row to a whole warp instead of to a thread: blocks of 32 threads, a block for each row, and lane t begins at column t and goes on in steps of 32.</source>
            <translation>Geben Sie eine Zeile einem ganzen Warp statt einem Thread: Blöcke von 32 Threads, ein Block für jede Zeile, und Lane t beginnt bei Spalte t und geht in Schritten von 32 weiter.</translation>
        </message>
        <message>
            <source>Let the lanes of a warp diverge less often, until both kernels together take fewer than 5,850,000 warp instructions.</source>
            <translation>Lassen Sie die Lanes eines Warps seltener verschiedene Wege gehen, bis beide Kernel zusammen weniger als 5 850 000 Warp-Instruktionen brauchen.</translation>
        </message>
        <message>
            <source>The closer the pixels of a warp are, the more alike is their work. A warp of a 16 × 16 block covers 16 × 2 pixels. What does it cover in a block of 8 × 32?</source>
            <translation>Je näher die Pixel eines Warps beieinanderliegen, desto ähnlicher ist ihre Arbeit. Ein Warp eines Blocks von 16 × 16 bedeckt 16 × 2 Pixel. Was bedeckt er in einem Block von 8 × 32?</translation>
        </message>
        <message>
            <source>Transpose</source>
            <translation>Transponieren</translation>
        </message>
        <message>
            <source># Transpose: coalescing and banks

A transpose does no arithmetic at all; it only moves data. Three kernels move the same data in three ways.

| kernel | reads | writes | shared memory |
|---|---|---|---|
| naive | along rows | down columns, 32 sectors a warp | none |
| shared | along rows | along rows | 32 lanes in one bank |
| padded | along rows | along rows | no conflict |

## Look
Run with *Line Costs* (Ctrl+Shift+L) on a simulated device: memory sectors against the ideal, and shared-memory bank conflicts, line by line. Each kernel removes exactly one problem of the one before.

## Try
1. Make the padding 2 instead of 1. Why is it worse?
2. Transpose `float4`: how much padding now?
3. Swap the roles in the naive kernel: read columns, write rows. Is it the same on your GPU?
</source>
            <translation># Transponieren: Zusammenfassen und Bänke

Transponieren rechnet gar nichts; es bewegt nur Daten. Drei Kernel bewegen dieselben Daten auf drei Arten.

| Kernel | liest | schreibt | Shared Memory |
|---|---|---|---|
| naive | an Zeilen entlang | Spalten hinab, 32 Sektoren je Warp | keines |
| shared | an Zeilen entlang | an Zeilen entlang | 32 Lanes in einer Bank |
| padded | an Zeilen entlang | an Zeilen entlang | kein Konflikt |

## Ansehen
Führen Sie es mit *Zeilenkosten* (Ctrl+Shift+L) auf einem simulierten Gerät aus: Speichersektoren gegen die wenigsten, die genügten, und Bankkonflikte im Shared Memory, Zeile für Zeile. Jeder Kernel beseitigt genau ein Problem des vorigen.

## Ausprobieren
1. Füllen Sie mit 2 statt mit 1 auf. Warum ist das schlechter?
2. Transponieren Sie `float4`: wie viel ist jetzt aufzufüllen?
3. Vertauschen Sie die Rollen im naiven Kernel: Spalten lesen, Zeilen schreiben. Ist es auf Ihrer GPU dasselbe?
</translation>
        </message>
        <message>
            <source>Let no kernel have a bank conflict any more.</source>
            <translation>Sorgen Sie dafür, dass kein Kernel mehr Bankkonflikte hat.</translation>
        </message>
        <message>
            <source>Compare the tiles of transpose_shared and transpose_padded.</source>
            <translation>Vergleichen Sie die Kacheln von transpose_shared und transpose_padded.</translation>
        </message>
        <message>
            <source>Make the stores of transpose_naive coalesced, too.</source>
            <translation>Lassen Sie auch transpose_naive zusammengefasst schreiben.</translation>
        </message>
        <message>
            <source>It need not stay naive: the other two kernels lead each tile through shared memory.</source>
            <translation>Er muss nicht naiv bleiben: die beiden anderen Kernel führen jede Kachel durch das Shared Memory.</translation>
        </message>
        <message>
            <source>Make all three kernels transpose matrices of any size, such as 100 × 37.</source>
            <translation>Lassen Sie alle drei Kernel Matrizen jeder Größe transponieren, etwa 100 × 37.</translation>
        </message>
        <message>
            <source>The grid needs ceil_div, and each read and each write a test whether it lies within the matrix. Mind that x and y change their roles between reading and writing.</source>
            <translation>Das Grid braucht ceil_div, und jedes Lesen und jedes Schreiben eine Abfrage, ob es in der Matrix liegt. Beachten Sie, dass x und y zwischen Lesen und Schreiben die Rollen tauschen.</translation>
        </message>
        <message>
            <source>Matrix multiply</source>
            <translation>Matrixmultiplikation</translation>
        </message>
        <message>
            <source># Matrix multiply: naive and tiled

Every element of the product needs a row of A and a column of B. The naive kernel fetches both from global memory for each element; the tiled one lets a block share what it loads.

## Look
- **Operations per second** of the two launches, on a real GPU.
- The tiled kernel's **occupancy**: does shared memory limit it? What would a tile of 32 do?

## Try
1. Delete the first `__syncthreads()`. On a simulated device run with *Run ▸ Check for Faults*: the race is named with both lines.
2. Delete the second one instead. Is the result always wrong? Why not?
3. Sweep `TILE` over 8, 16 and 32 with `warpbench-cli sweep`.
</source>
            <translation># Matrixmultiplikation: naiv und in Kacheln

Jedes Element des Produkts braucht eine Zeile von A und eine Spalte von B. Der naive Kernel holt beide für jedes Element aus dem globalen Speicher; der mit Kacheln lässt einen Block teilen, was er lädt.

## Ansehen
- **Operationen je Sekunde** der beiden Launches, auf einer echten GPU.
- Die **Occupancy** des Kernels mit Kacheln: begrenzt das Shared Memory sie? Was täte eine Kachel von 32?

## Ausprobieren
1. Löschen Sie das erste `__syncthreads()`. Führen Sie es auf einem simulierten Gerät mit *Ausführen ▸ Auf Fehler prüfen* aus: der Wettlauf wird mit beiden Zeilen genannt.
2. Löschen Sie stattdessen das zweite. Ist das Ergebnis immer falsch? Warum nicht?
3. Lassen Sie `warpbench-cli sweep` für `TILE` 8, 16 und 32 versuchen.
</translation>
        </message>
        <message>
            <source>Make matmul_tiled work for matrices of any size, such as 100 × 100.</source>
            <translation>Lassen Sie matmul_tiled Matrizen jeder Größe multiplizieren, etwa 100 × 100.</translation>
        </message>
        <message>
            <source>The last tile reaches over the edge: round the number of tiles up, load 0 for what lies beyond, and write only what lies within.</source>
            <translation>Die letzte Kachel reicht über den Rand: Runden Sie die Zahl der Kacheln auf, laden Sie 0 für das, was außerhalb liegt, und schreiben Sie nur, was innerhalb liegt.</translation>
        </message>
        <message>
            <source>Let each thread of matmul_tiled compute two elements of a tile of 32 × 32, so that at n = 128 both kernels together take fewer than 610,000 warp instructions.</source>
            <translation>Lassen Sie jeden Thread von matmul_tiled zwei Elemente einer Kachel von 32 × 32 berechnen, so dass bei n = 128 beide Kernel zusammen weniger als 610 000 Warp-Instruktionen brauchen.</translation>
        </message>
        <message>
            <source>TILE is a define of the set-up. Launch blocks of TILE × TILE // 2 threads, each of which loads two elements of either tile and computes the rows y and y + TILE / 2. What it reads of tileB serves both sums.</source>
            <translation>TILE ist ein Define der Einrichtung. Starten Sie Blöcke von TILE × TILE // 2 Threads, von denen jeder zwei Elemente jeder Kachel lädt und die Zeilen y und y + TILE / 2 berechnet. Was er aus tileB liest, dient beiden Summen.</translation>
        </message>
        <message>
            <source>Reduction</source>
            <translation>Reduktion</translation>
        </message>
        <message>
            <source># Reduction in five stages

The sum of many numbers is the first problem where threads must work *together*. Each stage removes one obstacle:

1. **divergent**: the working lanes are scattered over all warps.
2. **strided**: whole warps retire, but lanes meet in the same banks.
3. **sequential**: neighbouring lanes, neighbouring banks.
4. **two loads**: no thread only loads.
5. **shuffle**: registers instead of shared memory and barriers.

## Look
Compare the times of the five launches, and with *Line Costs* (Ctrl+Shift+L) on a simulated device: divergent branches in 1, bank conflicts in 2, warp instructions from 3 to 5.

## Try
1. Set `BLOCK` to 1024 and to 64.
2. The sums are integers. What changes with `float`? (Add in another order and compare the last digits.)
3. Delete the barrier in stage 3 and run with *Run ▸ Check for Faults*.
</source>
            <translation># Reduktion in fünf Stufen

Die Summe vieler Zahlen ist die erste Aufgabe, bei der Threads *zusammen*arbeiten müssen. Jede Stufe beseitigt ein Hindernis:

1. **divergent**: die arbeitenden Lanes sind über alle Warps verstreut.
2. **strided**: ganze Warps werden fertig, aber Lanes treffen sich in denselben Bänken.
3. **sequential**: benachbarte Lanes, benachbarte Bänke.
4. **two loads**: kein Thread lädt nur.
5. **shuffle**: Register statt Shared Memory und Barrieren.

## Ansehen
Vergleichen Sie die Zeiten der fünf Launches, auch mit *Zeilenkosten* (Ctrl+Shift+L) auf einem simulierten Gerät: divergente Sprünge in 1, Bankkonflikte in 2, Warp-Instruktionen von 3 bis 5.

## Ausprobieren
1. Setzen Sie `BLOCK` auf 1024 und auf 64.
2. Die Summen sind ganze Zahlen. Was ändert sich mit `float`? (Addieren Sie in anderer Reihenfolge und vergleichen Sie die letzten Ziffern.)
3. Löschen Sie die Barriere in Stufe 3 und führen Sie es mit *Ausführen ▸ Auf Fehler prüfen* aus.
</translation>
        </message>
        <message>
            <source>Histogram</source>
            <translation>Histogramm</translation>
        </message>
        <message>
            <source># Histogram with atomics

Many threads count into few places. Atomic additions make the counts right; where they happen makes them fast or slow.

## Look
The times of the two launches, and with *Line Costs* (Ctrl+Shift+L) the waiting atomics of each line.

## Try
1. Give `data` the initialiser `constant 7`: every lane meets every other. What happens to the two kernels?
2. Replace `atomicAdd(&amp;mine[...], 1u)` by `mine[...]++` and run: the check fails, and with *Run ▸ Check for Faults* the race is named.
3. Let each warp have a histogram of its own in shared memory.
</source>
            <translation># Histogramm mit atomaren Operationen

Viele Threads zählen an wenigen Stellen. Eine atomare Addition macht das richtig; wo sie geschieht, macht es schnell oder langsam.

## Ansehen
Die Zeiten der beiden Launches, und mit *Zeilenkosten* (Ctrl+Shift+L) die wartenden atomaren Operationen jeder Zeile.

## Ausprobieren
1. Geben Sie `data` den Anfangswert `constant 7`: jede Lane trifft auf jede andere. Was wird aus den beiden Kerneln?
2. Ersetzen Sie `atomicAdd(&amp;mine[...], 1u)` durch `mine[...]++` und führen Sie es aus: die Prüfung schlägt fehl, und mit *Ausführen ▸ Auf Fehler prüfen* wird der Wettlauf genannt.
3. Geben Sie jedem Warp ein eigenes Histogramm im Shared Memory.
</translation>
        </message>
        <message>
            <source>Kernels from one line</source>
            <translation>Kernel aus einer Zeile</translation>
        </message>
        <message>
            <source># Kernels from one line

Not every kernel has to be written. A launch can be a *step*: one line that says what happens to each element. Warpbench writes the kernel.

## Look
- `dot = a * b` is a *reduction*: `a * b` is computed for each element, and the results are added up. The sum is in a buffer of one element.
- `unit = a / sqrt(squares)` is *element-wise*. `squares` has one element, which is used for all of them: a step can use the result of an earlier one.
- `running = a * a` is a *scan*: each element gets the sum of all elements up to it, so the last one is `squares` again.
- The last launch is a handwritten kernel that does the same as the element-wise step.
- `expect` checks all results, as for any other kernel.

## Try
1. `warpbench-cli generate generated.warpbench --step 2` prints the kernel of the step. Each thread loads four floats at once, where the one written by hand loads one.
2. Run it with `--metrics` and compare warp instructions and memory sectors of the two kernels. Which figure differs more, and why does the other one not?
3. Compute the largest product instead of the dot product: give the first step `"with": "max"`. What is the expected value then?
4. `generate generated.warpbench --step 0 --add` turns the step into source. Read how the values of the blocks are combined in `_parts`, and why the last block may add them up. Then change the kernel.
</source>
            <translation># Kernel aus einer Zeile

Nicht jeder Kernel muss geschrieben werden. Ein Launch kann ein *Schritt* sein: eine Zeile, die sagt, was mit jedem Element geschieht, und Warpbench macht den Kernel daraus.

## Ansehen
- `dot = a * b` ist eine *Reduktion*: von jedem Element wird `a * b` gebildet, und alle werden addiert. Der eine Wert liegt in einem Puffer mit einem Element.
- `unit = a / sqrt(squares)` ist *elementweise*. `squares` hat ein Element und gilt für alle; so kann ein Schritt verwenden, was ein früherer gefunden hat.
- `running = a * a` ist ein *Scan*: jedes Element bekommt die Summe aller bis zu ihm, sodass das letzte wieder `squares` ist.
- Der letzte Launch ist ein Kernel des Quelltexts, der tut, was der elementweise Schritt tut.
- `expect` prüft alles, wie bei jedem anderen Kernel.

## Ausprobieren
1. `warpbench-cli generate generated.warpbench --step 2` gibt den Kernel des Schritts aus. Jeder Thread lädt vier Gleitkommazahlen auf einmal, der von Hand geschriebene eine.
2. Führen Sie es mit `--metrics` aus und vergleichen Sie die beiden: Instruktionen der Warps und Sektoren des Speichers. Welche der beiden Zahlen unterscheidet sich mehr, und warum die andere nicht?
3. Machen Sie aus dem Skalarprodukt das größte Produkt: Geben Sie dem ersten Schritt `"with": "max"`. Was ist dann zu erwarten?
4. `generate generated.warpbench --step 0 --add` macht aus dem Schritt Quelltext. Lesen Sie in `_parts`, wie aus den Werten der Blöcke einer wird und warum der letzte Block sie addieren darf. Ändern Sie dann den Kernel.
</translation>
        </message>
        <message>
            <source>Occupancy</source>
            <translation>Occupancy</translation>
        </message>
        <message>
            <source># Occupancy: how full an SM is

An SM keeps many warps at hand and each moment goes on with one that need not wait. How many it can keep is its **occupancy**: the warps that fit, of those that it has places for. What does not fit is limited by the threads of a block, by registers, by shared memory, or by the number of blocks.

Press **Compile** (Ctrl+B) and open **Occupancy** (*Tune*, Ctrl+2). A bar for each resource says what is used, and a sentence says what limits. Both kernels here waste something.

## Look
- Choose each launch in turn. Which resource keeps a further block out of each?
- Move the sliders: what would a smaller block change, and what would fewer registers?
- **Resources** has what ptxas reports of each kernel.

## Try
The **Tasks** check themselves. Afterwards: on a real GPU compare the times before and after. The fullest SM is not always the fastest: `series` with `ITEMS` 1 is as full as can be. Is it faster?
</source>
            <translation># Occupancy: wie voll ein SM ist

Ein SM hält viele Warps bereit und macht in jedem Augenblick mit einem weiter, der nicht warten muss. Wie viele er halten kann, ist seine **Occupancy**: die Warps, die hineinpassen, von denen, für die er Plätze hat. Was nicht hineinpasst, begrenzen die Threads eines Blocks, die Register, das Shared Memory oder die Zahl der Blöcke.

Drücken Sie **Kompilieren** (Ctrl+B) und öffnen Sie **Occupancy** (*Optimieren*, Ctrl+2). Ein Balken für jede Ressource sagt, was verwendet wird, und ein Satz sagt, was begrenzt. Beide Kernel hier verschwenden etwas.

## Ansehen
- Wählen Sie die Launches nacheinander. Welche Ressource lässt jeweils keinen weiteren Block zu?
- Bewegen Sie die Regler: was würde ein kleinerer Block ändern, und was weniger Register?
- **Ressourcen** hat, was ptxas von jedem Kernel meldet.

## Ausprobieren
Die **Aufgaben** prüfen sich selbst. Danach: Vergleichen Sie auf einer echten GPU die Zeiten davor und danach. Der vollste SM ist nicht immer der schnellste: `series` mit `ITEMS` 1 ist so voll wie möglich. Ist es schneller?
</translation>
        </message>
        <message>
            <source>Give smooth no more shared memory than its block uses.</source>
            <translation>Geben Sie smooth nicht mehr Shared Memory, als sein Block verwendet.</translation>
        </message>
        <message>
            <source>How many elements of part are ever read? The size may be written with BLOCK and RADIUS.</source>
            <translation>Wie viele Elemente von part werden je gelesen? Die Größe darf mit BLOCK und RADIUS geschrieben werden.</translation>
        </message>
        <message>
            <source>Let series need at most 32 registers a thread.</source>
            <translation>Lassen Sie series mit höchstens 32 Registern je Thread auskommen.</translation>
        </message>
        <message>
            <source>Fewer elements side by side need fewer registers: ITEMS is a define of the set-up. Limiting the compiler instead would spill them to memory.</source>
            <translation>Weniger Elemente nebeneinander brauchen weniger Register: ITEMS ist ein Define der Einrichtung. Den Compiler zu begrenzen würde sie stattdessen in den Speicher auslagern.</translation>
        </message>
        <message>
            <source>Fill every SM: bring both kernels to an occupancy of 1 (100 %).</source>
            <translation>Füllen Sie jeden SM: Bringen Sie beide Kernel auf eine Occupancy von 1 (100 %).</translation>
        </message>
        <message>
            <source>An SM of an H200 has room for 64 warps. How many warps are 96 threads, and how often do these go into 64? The sliders of Occupancy show it.</source>
            <translation>Ein SM eines H200 hat Platz für 64 Warps. Wie viele Warps sind 96 Threads, und wie oft gehen diese in 64? Die Regler in Occupancy zeigen es.</translation>
        </message>
        <message>
            <source>Against cuBLAS</source>
            <translation>Gegen cuBLAS</translation>
        </message>
        <message>
            <source># Against cuBLAS

How good is your own kernel? A **library step** puts NVIDIA's beside it: `c_library = gemm(a, b)` calls cuBLAS between the launches, and both are checked and timed in the same way. The result of your kernel is compared with that of cuBLAS.

A simulated GPU has no cuBLAS: the host computes the step, and the report says so. Compare times on a real GPU, with `n` = 4096.

## Look
- **Operations per second** of the two launches under *Timing*.
- The **registers** of `matmul_registers`: they hold 16 sums and their factors.

## Try
1. Set `n` to 2048 and `EACH` to 8 (`TILE` 128). How close do you get?
2. Sweep `TILE` and `EACH` with `warpbench-cli sweep`.
3. Put `transpose(…)` around a matrix in the library step: which of the two has to move more memory now?
</source>
            <translation># Gegen cuBLAS

Wie gut ist ein eigener Kernel? Ein **Bibliotheksschritt** stellt NVIDIAs daneben: `c_library = gemm(a, b)` ruft cuBLAS zwischen den Launches auf, und beide werden gleich geprüft und gemessen. Von Ihrem Kernel wird erwartet, was cuBLAS berechnet hat.

Auf einer simulierten GPU gibt es kein cuBLAS: der Rechner berechnet den Schritt, der Bericht sagt es, und seine Zeit ist nicht die einer GPU. Lassen Sie die beiden auf einer echten gegeneinander laufen, mit `n` = 4096.

## Ansehen
- **Operationen pro Sekunde** der beiden Launches unter *Zeiten*.
- Die **Register** von `matmul_registers`: 16 Summen, und woraus sie entstehen, bleiben darin.

## Ausprobieren
1. Setzen Sie `n` auf 2048 und `EACH` auf 8 (`TILE` 128). Wie nah kommen Sie heran?
2. Durchlaufen Sie `TILE` und `EACH` mit `warpbench-cli sweep`.
3. Setzen Sie `transpose(…)` um eine Matrix im Aufruf der Bibliothek: wer muss jetzt mehr Speicher bewegen?
</translation>
        </message>
        <message>
            <source>Scatter, work, gather</source>
            <translation>Verteilen, rechnen, einsammeln</translation>
        </message>
        <message>
            <source># Scatter, work, gather

One buffer, several GPUs. `"split": "rows"` shares the rows of a buffer out over `"devices"`: every device gets its own, launches on them, and what comes back lies in one piece again.

## Look
- The kernel is an ordinary one. In the launches `rows` is the number of rows of *this* device, `first_row` the number of its first one, `device` its own number and `devices` how many there are.
- `n` need not divide: the first devices have a row more.
- The grid is `ceil_div(rows, BLOCK)`: each device has a grid of its own size.

## Try
1. Run it on two simulated GPUs: `warpbench-cli run scatter_gather.warpbench --devices 2`. The table of devices says how long each was at work, and how long it waited for the slowest.
2. Then on 4 and 8. Simulated GPUs share the cores of one computer, so that the time hardly changes: on real ones it would go down with each.
3. Use `n` instead of `rows` in the grid and in the kernel's argument. What does the run say, and why does it only happen on more than one device?
</source>
            <translation># Verteilen, rechnen, einsammeln

Ein Puffer, mehrere GPUs. `"split": "rows"` verteilt die Zeilen eines Puffers auf `"devices"`: jedes Gerät bekommt seine eigenen, führt auf ihnen aus, und was zurückkommt, liegt wieder in einem Stück.

## Ansehen
- Der Kernel ist ein gewöhnlicher. In den Launches ist `rows` die Zahl der Zeilen *dieses* Geräts, `first_row` die Nummer seiner ersten, `device` seine eigene Nummer, und `devices` sagt, wie viele es gibt.
- `n` muss nicht aufgehen: die ersten Geräte haben eine Zeile mehr.
- Das Grid ist `ceil_div(rows, BLOCK)`: jedes Gerät hat ein Grid eigener Größe.

## Ausprobieren
1. Führen Sie es auf zwei simulierten GPUs aus: `warpbench-cli run scatter_gather.warpbench --devices 2`. Die Tabelle der Geräte sagt, wie lange jedes gearbeitet hat und wie lange es auf das langsamste gewartet hat.
2. Dann auf 4 und 8. Simulierte GPUs teilen sich die Kerne eines Rechners, darum ändert sich die Zeit kaum: auf echten sänke sie mit jedem.
3. Nehmen Sie im Grid und im Argument des Kernels `n` statt `rows`. Was sagt der Lauf, und warum geschieht es nur auf mehr als einem Gerät?
</translation>
        </message>
        <message>
            <source>Heat on a plate</source>
            <translation>Wärme auf einer Platte</translation>
        </message>
        <message>
            <source># Heat on a plate

A plate with a cold edge cools down, step by step. Each step needs the four neighbours of a point, so devices that share the plate have to exchange their outermost rows: `"halo": 1`.

## Look
- The two launches are one step each, from `u` to `v` and back. `"rounds"` repeats both.
- Before a launch reads a buffer, the rows that its neighbours have written are copied from device to device. The kernel finds them before its first row, at `now[at - columns]`, and after its last one. Nothing else in the kernel depends on other devices.
- The initial wave keeps its shape: each step removes the same fraction of it. So the result is known to the last digit, and `expect` of `u` is this factor raised to the number of steps.

## Try
1. `warpbench-cli run heat.warpbench --devices 4`: the table of devices says what each exchanged, how long that took and how long it waited for others. The result is the same bit for bit.
2. Take `"halo"` away. What does the simulated GPU say on two devices, and why is it right on one?
3. Set `alpha` to 0.4: the steps are unstable from 1/4 on, and grow what rounding leaves. What does the picture of `u` show?
</source>
            <translation># Wärme auf einer Platte

Eine Platte mit kaltem Rand kühlt ab, Schritt für Schritt. Jeder Schritt braucht die vier Nachbarn jedes Punkts; Geräte, die sich die Platte teilen, müssen sich darum ihre äußersten Zeilen mitteilen: `"halo": 1`.

## Ansehen
- Die beiden Launches sind je ein Schritt, von `u` nach `v` und zurück. `"rounds"` geht beide immer wieder durch.
- Bevor ein Launch einen Puffer liest, werden die Zeilen, die seine Nachbarn seither geschrieben haben, von Gerät zu Gerät kopiert. Der Kernel findet sie vor seiner ersten Zeile, bei `now[at - columns]`, und hinter seiner letzten. Nichts sonst in ihm weiß von anderen Geräten.
- Der Anfang ist eine Welle, die ihre Form behält, sodass das Ergebnis bis zur letzten Ziffer bekannt ist: jeder Schritt nimmt denselben Anteil von ihr weg. `expect` von `u` ist dieser Faktor hoch die Zahl der Schritte.

## Ausprobieren
1. `warpbench-cli run heat.warpbench --devices 4`: die Tabelle der Geräte sagt, was jedes ausgetauscht hat, wie lange das gedauert und wie lange es auf andere gewartet hat. Das Ergebnis ist Bit für Bit dasselbe.
2. Nehmen Sie `"halo"` weg. Was sagt die simulierte GPU auf zwei Geräten, und warum ist es auf einem richtig?
3. Setzen Sie `alpha` auf 0.4: die Schritte sind ab 1/4 instabil und lassen wachsen, was das Runden übrig lässt. Was zeigt das Bild von `u`?
</translation>
        </message>
        <message>
            <source>Live</source>
            <translation>Live</translation>
        </message>
        <message>
            <source>A kernel as a film: time as an argument, and sliders while it runs.</source>
            <translation>Ein Kernel als Film: die Zeit als Argument und Schieberegler, während er läuft.</translation>
        </message>
        <message>
            <source>Contents that stay on the device from frame to frame, and a mouse that changes them.</source>
            <translation>Inhalte, die von Bild zu Bild auf dem Gerät bleiben, und eine Maus, die sie ändert.</translation>
        </message>
        <message>
            <source>All pairs: tiles in shared memory where arithmetic, not memory, sets the pace.</source>
            <translation>Alle Paare: Kacheln im Shared Memory, wo das Rechnen und nicht der Speicher das Tempo vorgibt.</translation>
        </message>
        <message>
            <source>Rays of different length in one warp, seen in a scene that a formula describes.</source>
            <translation>Verschieden lange Strahlen in einem Warp, zu sehen in einer Szene, die eine Formel beschreibt.</translation>
        </message>
        <message>
            <source>Mandelbrot zoom</source>
            <translation>Mandelbrot-Zoom</translation>
        </message>
        <message>
            <source>Game of Life</source>
            <translation>Spiel des Lebens</translation>
        </message>
        <message>
            <source>N-body</source>
            <translation>N-Körper</translation>
        </message>
        <message>
            <source>Ray marcher</source>
            <translation>Ray Marcher</translation>
        </message>
        <message>
            <source># Mandelbrot zoom: a kernel as a film

Open the *Live* panel and press *Run Continuously*. The parameter `time` grows from frame to frame, and the kernel makes the part of the plane that it draws smaller and larger again.

## Look
- Frames near the rim of the set take longest: more pixels are iterated up to `limit`.
- The frame rate on the simulated GPU is the speed of this computer; a real GPU draws such a frame in a fraction of a millisecond.

## Try
1. Move the sliders of `limit` and `speed` while it runs.
2. Change the colours in the source: the next frame has them.
3. At the deepest point the picture gets coarse. Why? What does `double` change, and what does it cost?
</source>
            <translation># Mandelbrot-Zoom: ein Kernel als Film

Öffnen Sie den Bereich *Live* und drücken Sie *Fortlaufend ausführen*. Der Parameter `time` wächst von Bild zu Bild, und der Kernel macht den Teil der Ebene, den er zeichnet, kleiner und wieder größer.

## Ansehen
- Bilder nahe am Rand der Menge dauern am längsten: Mehr Pixel werden bis `limit` iteriert.
- Die Bildrate auf der simulierten GPU ist das Tempo dieses Computers; eine echte GPU zeichnet so ein Bild im Bruchteil einer Millisekunde.

## Ausprobieren
1. Bewegen Sie die Regler von `limit` und `speed`, während er läuft.
2. Ändern Sie die Farben im Quelltext: Das nächste Bild hat sie.
3. Am tiefsten Punkt wird das Bild grob. Warum? Was ändert `double`, und was kostet es?
</translation>
        </message>
        <message>
            <source># Game of Life: buffers that live on

Open the *Live* panel and press *Run Continuously*. Hold a mouse button over the picture to bring cells to life.

The buffers **cells**, **next** and **trace** are *resident*: they stay on the device, and each frame goes on where the one before ended. *Restart* makes them anew.

## Look
- There are two launches, because a thread may not change a cell that its neighbours have yet to read. Threads of different blocks cannot wait for each other within a launch.

## Try
1. Use one buffer for both generations. What goes wrong, and does *Check for Faults* say so?
2. Load a tile and its rim into shared memory. How often is each cell read then?
3. Change the rule: a cell with six neighbours is born, too (HighLife).
</source>
            <translation># Spiel des Lebens: Puffer, die weiterleben

Öffnen Sie den Bereich *Live* und drücken Sie *Fortlaufend ausführen*. Halten Sie eine Maustaste über dem Bild gedrückt, um Zellen zu beleben.

Die Puffer **cells**, **next** und **trace** sind *resident*: Sie bleiben auf dem Gerät, und jedes Bild macht weiter, wo das vorige aufgehört hat. *Neu beginnen* erzeugt sie neu.

## Ansehen
- Es sind zwei Launches, weil ein Thread keine Zelle ändern darf, die seine Nachbarn noch lesen müssen. Threads verschiedener Blöcke können innerhalb eines Launches nicht aufeinander warten.

## Ausprobieren
1. Nehmen Sie einen Puffer für beide Generationen. Was geht schief, und meldet es *Auf Fehler prüfen*?
2. Laden Sie eine Kachel und ihren Rand ins Shared Memory. Wie oft wird jede Zelle dann gelesen?
3. Ändern Sie die Regel: Eine Zelle mit sechs Nachbarn wird auch geboren (HighLife).
</translation>
        </message>
        <message>
            <source># N-body: stars that attract each other

Open the *Live* panel and press *Run Continuously*. The mouse tilts the disc of stars.

Each star is pulled by every other one: n² pairs. A block loads the stars tile by tile into shared memory, and all of its threads use each tile.

## Look
- *Speed of light* of the first launch: arithmetic bounds it, not memory.
- The picture is *light* that fades; stars add to it with atomics, because several may fall on one pixel.

## Try
1. Move the slider of `n`, then press *Restart*. How does the frame rate change with n?
2. Make `softening` small. Why do stars fly away?
3. Leave out the tiles and read `stars` directly. Which counter tells the difference?
</source>
            <translation># N-Körper: Sterne, die einander anziehen

Öffnen Sie den Bereich *Live* und drücken Sie *Fortlaufend ausführen*. Die Maus kippt die Scheibe aus Sternen.

Jeder Stern wird von jedem anderen angezogen: n² Paare. Ein Block lädt die Sterne Kachel für Kachel ins Shared Memory, und alle seine Threads verwenden jede Kachel.

## Ansehen
- *Lichtgeschwindigkeit* des ersten Launches: Das Rechnen begrenzt ihn, nicht der Speicher.
- Das Bild ist *light*, das verblasst; Sterne addieren sich atomar hinein, weil mehrere auf ein Pixel fallen können.

## Ausprobieren
1. Bewegen Sie den Regler von `n` und drücken Sie *Neu beginnen*. Wie ändert sich die Bildrate mit n?
2. Machen Sie `softening` klein. Warum fliegen Sterne davon?
3. Lassen Sie die Kacheln weg und lesen Sie `stars` direkt. Welcher Zähler zeigt den Unterschied?
</translation>
        </message>
        <message>
            <source># Ray marcher: a scene in a formula

Open the *Live* panel and press *Run Continuously*. The mouse turns the camera.

A thread follows the ray of its pixel. It asks a formula how far the nearest surface is and steps as far, until it arrives or has taken `steps` steps.

## Look
- Rays that pass close to a surface take many small steps, while their neighbours in the warp have arrived: *Line Costs* (Ctrl+Shift+L) shows how many lanes are active in the loop.

## Try
1. Move the slider of `melting`.
2. Add shadows: walk from the point towards the light.
3. Which block size is fastest: 16 × 16, 32 × 8 or 8 × 4?
</source>
            <translation># Ray Marcher: eine Szene in einer Formel

Öffnen Sie den Bereich *Live* und drücken Sie *Fortlaufend ausführen*. Die Maus dreht die Kamera.

Ein Thread folgt dem Strahl seines Pixels. Er fragt eine Formel, wie weit die nächste Fläche entfernt ist, und geht so weit, bis er ankommt oder `steps` Schritte getan hat.

## Ansehen
- Strahlen, die nahe an einer Fläche vorbeigehen, machen viele kleine Schritte, während ihre Nachbarn im Warp angekommen sind: *Zeilenkosten* (Ctrl+Shift+L) zeigt, wie viele Lanes in der Schleife aktiv sind.

## Ausprobieren
1. Bewegen Sie den Regler von `melting`.
2. Fügen Sie Schatten hinzu: Gehen Sie vom Punkt zum Licht.
3. Welche Blockgröße ist am schnellsten: 16 × 16, 32 × 8 oder 8 × 4?
</translation>
        </message>
    </context>
</TS>
