<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en_GB">
<context>
    <name>CopyDialog</name>
    <message>
        <source>Copying Files</source>
        <translation>Dateien werden kopiert</translation>
    </message>
    <message>
        <source>Copying the project&apos;s files …</source>
        <translation>Die Dateien des Projekts werden kopiert …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>Counters</name>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>Globaler Speicher</translation>
    </message>
    <message>
        <source>Shared and local memory</source>
        <translation>Gemeinsamer und lokaler Speicher</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Warp instructions</source>
        <translation>Warp-Instruktionen</translation>
    </message>
    <message>
        <source>PTX instructions, each counted once for the lanes that executed it together</source>
        <translation>PTX-Instruktionen, jede einmal gezählt für die Lanes, die sie zusammen ausführten</translation>
    </message>
    <message>
        <source>Active lanes</source>
        <translation>Aktive Lanes</translation>
    </message>
    <message>
        <source>Of a warp&apos;s 32, on average; the others waited or were without a thread</source>
        <translation>Von den 32 eines Warps, im Mittel: die anderen warteten, oder es gab keinen Thread für sie</translation>
    </message>
    <message>
        <source>Divergent branches</source>
        <translation>Divergente Sprünge</translation>
    </message>
    <message>
        <source>Branches that sent the lanes of a warp different ways, of all</source>
        <translation>Sprünge, die die Lanes eines Warps verschiedene Wege schickten, von allen</translation>
    </message>
    <message>
        <source>Accesses</source>
        <translation>Zugriffe</translation>
    </message>
    <message>
        <source>Loads, stores and atomics of warps</source>
        <translation>Lade-, Speicher- und Atomic-Zugriffe von Warps</translation>
    </message>
    <message>
        <source>Sectors moved</source>
        <translation>Bewegte Sektoren</translation>
    </message>
    <message>
        <source>32-byte sectors that the accesses touched, against the fewest that would do: at 1× they coalesce</source>
        <translation>32-Byte-Sektoren, die die Zugriffe berührten, gegen die wenigsten, die genügten: bei 1× sind sie zusammengefasst (coalesced)</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>Bytes that the lanes asked for</source>
        <translation>Bytes, die die Lanes verlangten</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Bytes that the lanes wrote</source>
        <translation>Bytes, die die Lanes schrieben</translation>
    </message>
    <message>
        <source>Shared accesses</source>
        <translation>Zugriffe auf Shared Memory</translation>
    </message>
    <message>
        <source>Bank conflicts</source>
        <translation>Bankkonflikte</translation>
    </message>
    <message>
        <source>Extra passes, because lanes wanted different words of one bank; in total and per access</source>
        <translation>Weitere Durchgänge, weil Lanes verschiedene Wörter einer Bank wollten; insgesamt und je Zugriff</translation>
    </message>
    <message>
        <source>Shared loaded</source>
        <translation>Shared geladen</translation>
    </message>
    <message>
        <source>Bytes that the lanes read from shared memory</source>
        <translation>Bytes, die die Lanes aus dem Shared Memory lasen</translation>
    </message>
    <message>
        <source>Shared stored</source>
        <translation>Shared gespeichert</translation>
    </message>
    <message>
        <source>Bytes that the lanes wrote to shared memory</source>
        <translation>Bytes, die die Lanes in das Shared Memory schrieben</translation>
    </message>
    <message>
        <source>Local memory</source>
        <translation>Lokaler Speicher</translation>
    </message>
    <message>
        <source>Bytes of arrays and spills that did not fit in registers, read and written</source>
        <translation>Bytes von Feldern und Spills, die nicht in Register passten, gelesen und geschrieben</translation>
    </message>
    <message>
        <source>Atomics</source>
        <translation>Atomics</translation>
    </message>
    <message>
        <source>Atomic operations of the lanes</source>
        <translation>Atomare Operationen der Lanes</translation>
    </message>
    <message>
        <source>Waiting atomics</source>
        <translation>Wartende Atomics</translation>
    </message>
    <message>
        <source>Those that waited for another lane of the warp at the same address</source>
        <translation>Jene, die auf eine andere Lane des Warps an derselben Adresse warteten</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>Waits of warps at barriers</source>
        <translation>Auf die Warps warteten</translation>
    </message>
</context>
<context>
    <name>ElementGrid</name>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>ElementText</name>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
</context>
<context>
    <name>ErrorWords</name>
    <message>
        <source>division by zero</source>
        <translation>Division durch null</translation>
    </message>
    <message>
        <source>the expression is empty</source>
        <translation>der Ausdruck ist leer</translation>
    </message>
    <message>
        <source>the expression ends too early</source>
        <translation>der Ausdruck endet zu früh</translation>
    </message>
    <message>
        <source>this number cannot be read</source>
        <translation>diese Zahl ist nicht zu lesen</translation>
    </message>
    <message>
        <source>the result does not fit a 64-bit integer</source>
        <translation>das Ergebnis passt in keine ganze Zahl von 64 Bit</translation>
    </message>
    <message>
        <source>the file does not exist</source>
        <translation>die Datei gibt es nicht</translation>
    </message>
    <message>
        <source>the run was cancelled</source>
        <translation>der Lauf wurde abgebrochen</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>add it to &quot;parameters&quot;, or check its spelling</source>
        <translation>fügen Sie es zu „parameters“ hinzu, oder prüfen Sie die Schreibweise</translation>
    </message>
    <message>
        <source>add it to &quot;buffers&quot;</source>
        <translation>fügen Sie ihn zu „buffers“ hinzu</translation>
    </message>
    <message>
        <source>round it with floor, ceil or round, or divide with //</source>
        <translation>runden Sie mit floor, ceil oder round, oder teilen Sie mit //</translation>
    </message>
    <message>
        <source>round it with floor, ceil or round</source>
        <translation>runden Sie mit floor, ceil oder round</translation>
    </message>
    <message>
        <source>use a parameter or a define</source>
        <translation>nehmen Sie einen Parameter oder ein Define</translation>
    </message>
    <message>
        <source>check the divisor</source>
        <translation>prüfen Sie den Teiler</translation>
    </message>
    <message>
        <source>check its spelling, or add it to the project</source>
        <translation>prüfen Sie die Schreibweise, oder fügen Sie es zum Projekt hinzu</translation>
    </message>
    <message>
        <source>check its spelling</source>
        <translation>prüfen Sie die Schreibweise</translation>
    </message>
    <message>
        <source>use buffers of the same shape, or of one element</source>
        <translation>nehmen Sie Puffer derselben Form oder mit einem Element</translation>
    </message>
    <message>
        <source>use a type such as float32, int32 or float4</source>
        <translation>nehmen Sie einen Typ wie float32, int32 oder float4</translation>
    </message>
    <message>
        <source>correct the file</source>
        <translation>berichtigen Sie die Datei</translation>
    </message>
    <message>
        <source>add it</source>
        <translation>fügen Sie ihn hinzu</translation>
    </message>
    <message>
        <source>fix the file&apos;s syntax at this place</source>
        <translation>berichtigen Sie die Syntax der Datei an dieser Stelle</translation>
    </message>
    <message>
        <source>run &quot;warpbench-cli doctor --install-compiler&quot;, or install the CUDA Toolkit</source>
        <translation>rufen Sie „warpbench-cli doctor --install-compiler“ auf, oder installieren Sie das CUDA Toolkit</translation>
    </message>
    <message>
        <source>write a number or an expression</source>
        <translation>schreiben Sie eine Zahl oder einen Ausdruck</translation>
    </message>
    <message>
        <source>write a number, a name or a bracket</source>
        <translation>schreiben Sie eine Zahl, einen Namen oder eine Klammer</translation>
    </message>
    <message>
        <source>is an operator or a bracket missing before it?</source>
        <translation>fehlt davor ein Operator oder eine Klammer?</translation>
    </message>
    <message>
        <source>is an operator missing between them?</source>
        <translation>fehlt dazwischen ein Operator?</translation>
    </message>
    <message>
        <source>close the bracket</source>
        <translation>schließen Sie die Klammer</translation>
    </message>
    <message>
        <source>separate the arguments, or close the bracket</source>
        <translation>trennen Sie die Argumente, oder schließen Sie die Klammer</translation>
    </message>
    <message>
        <source>the manual&apos;s page on the project file lists them</source>
        <translation>die Seite des Handbuchs über die Projektdatei führt sie auf</translation>
    </message>
    <message>
        <source>write it as 1.5 or 1e-3</source>
        <translation>schreiben Sie sie als 1.5 oder 1e-3</translation>
    </message>
    <message>
        <source>write it as 42 or 0x2A</source>
        <translation>schreiben Sie sie als 42 oder 0x2A</translation>
    </message>
    <message>
        <source>compute with floats (write 1.0 for 1) or with smaller numbers</source>
        <translation>rechnen Sie mit Gleitkommazahlen (1.0 statt 1) oder mit kleineren Zahlen</translation>
    </message>
    <message>
        <source>write one of them without the others</source>
        <translation>schreiben Sie eines davon ohne die anderen</translation>
    </message>
    <message>
        <source>check its name and folder</source>
        <translation>prüfen Sie Namen und Ordner</translation>
    </message>
    <message>
        <source>where you trust the project, allow files outside its folder (--allow-outside; in the window: File, Allow Files Outside the Folder)</source>
        <translation>wenn Sie dem Projekt vertrauen, erlauben Sie Dateien außerhalb seines Ordners (--allow-outside; im Fenster: Datei, Dateien außerhalb des Ordners erlauben)</translation>
    </message>
    <message>
        <source>make its shape smaller</source>
        <translation>machen Sie seine Form kleiner</translation>
    </message>
    <message>
        <source>make the buffers smaller</source>
        <translation>machen Sie die Puffer kleiner</translation>
    </message>
    <message>
        <source>make the grid a whole number of clusters</source>
        <translation>machen Sie das Grid zu einer ganzen Zahl von Clustern</translation>
    </message>
    <message>
        <source>use a wider type or another value</source>
        <translation>nehmen Sie einen breiteren Typ oder einen anderen Wert</translation>
    </message>
    <message>
        <source>give one argument for each parameter, in the order of the declaration</source>
        <translation>geben Sie für jeden Parameter ein Argument, in der Reihenfolge der Deklaration</translation>
    </message>
    <message>
        <source>use the type that the kernel declares</source>
        <translation>nehmen Sie den Typ, den der Kernel deklariert</translation>
    </message>
    <message>
        <source>allow more with timeout_s or --timeout, or look for an endless loop</source>
        <translation>erlauben Sie mehr mit timeout_s oder --timeout, oder suchen Sie nach einer Endlosschleife</translation>
    </message>
    <message>
        <source>check the name and the permissions</source>
        <translation>Namen und Berechtigungen prüfen</translation>
    </message>
    <message>
        <source>check the folder, its permissions and the free space</source>
        <translation>Ordner, Berechtigungen und freien Platz prüfen</translation>
    </message>
    <message>
        <source>CUDA does not support texels with three channels</source>
        <translation>CUDA hat keine Texel mit drei Kanälen</translation>
    </message>
    <message>
        <source>a file name is missing</source>
        <translation>ein Dateiname fehlt</translation>
    </message>
    <message>
        <source>this is not an argument</source>
        <translation>das ist kein Argument</translation>
    </message>
    <message>
        <source>the kernel did not compile</source>
        <translation>der Kernel ließ sich nicht kompilieren</translation>
    </message>
    <message>
        <source>copy the file into the project&apos;s folder and name it relative to the project</source>
        <translation>kopieren Sie die Datei in den Ordner des Projekts, und nennen Sie sie relativ zu diesem</translation>
    </message>
    <message>
        <source>choose a launch of a kernel</source>
        <translation>wählen Sie den Launch eines Kernels</translation>
    </message>
    <message>
        <source>parameters, defines and buffers share one namespace; rename one of them</source>
        <translation>Parameter, Defines und Puffer haben einen gemeinsamen Namensraum; benennen Sie eines davon um</translation>
    </message>
    <message>
        <source>write BUFFER = FUNCTION(…), as &quot;c = gemm(a, b)&quot;</source>
        <translation>schreiben Sie PUFFER = FUNKTION(…), etwa „c = gemm(a, b)“</translation>
    </message>
    <message>
        <source>give the buffer one of these types</source>
        <translation>geben Sie dem Puffer einen dieser Typen</translation>
    </message>
    <message>
        <source>change its shape</source>
        <translation>ändern Sie seine Form</translation>
    </message>
    <message>
        <source>change one of the shapes</source>
        <translation>ändern Sie eine der Formen</translation>
    </message>
    <message>
        <source>the first matrix has as many columns as the second has rows</source>
        <translation>die erste Matrix hat so viele Spalten wie die zweite Zeilen</translation>
    </message>
    <message>
        <source>write to another buffer</source>
        <translation>schreiben Sie in einen anderen Puffer</translation>
    </message>
    <message>
        <source>make them fit, for example with reshape()</source>
        <translation>bringen Sie beide zusammen, etwa mit reshape()</translation>
    </message>
    <message>
        <source>take real(), imag() or abs() of it</source>
        <translation>nehmen Sie davon real(), imag() oder abs()</translation>
    </message>
    <message>
        <source>set &quot;read&quot; to &quot;normalized_float&quot; (8- and 16-bit integers), or &quot;filter&quot; to &quot;point&quot;</source>
        <translation>setzen Sie &quot;read&quot; auf &quot;normalized_float&quot; (ganze Zahlen von 8 und 16 Bit) oder &quot;filter&quot; auf &quot;point&quot;</translation>
    </message>
    <message>
        <source>use 1, 2 or 4</source>
        <translation>nehmen Sie 1, 2 oder 4</translation>
    </message>
    <message>
        <source>write a string in double quotes</source>
        <translation>schreiben Sie einen Text in Anführungszeichen</translation>
    </message>
    <message>
        <source>write true or false</source>
        <translation>schreiben Sie true oder false</translation>
    </message>
    <message>
        <source>write a number, or an expression in double quotes</source>
        <translation>schreiben Sie eine Zahl oder einen Ausdruck in Anführungszeichen</translation>
    </message>
    <message>
        <source>write a number</source>
        <translation>schreiben Sie eine Zahl</translation>
    </message>
    <message>
        <source>write a list in square brackets</source>
        <translation>schreiben Sie eine Liste in eckigen Klammern</translation>
    </message>
    <message>
        <source>write an object in curly brackets</source>
        <translation>schreiben Sie ein Objekt in geschweiften Klammern</translation>
    </message>
    <message>
        <source>it is kept but has no effect</source>
        <translation>er bleibt erhalten, hat aber keine Wirkung</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>&quot;c = gemm(a, b)&quot;, or transpose(a) for a</source>
        <translation>&quot;c = gemm(a, b)&quot;, oder transpose(a) statt a</translation>
    </message>
    <message>
        <source>&quot;sorted = sort(keys)&quot; or &quot;sorted, moved = sort(keys, values)&quot;</source>
        <translation>&quot;sorted = sort(keys)&quot; oder &quot;sorted, moved = sort(keys, values)&quot;</translation>
    </message>
    <message>
        <source>&quot;z = uniform()&quot;: cuRAND&apos;s are over 0 to 1, 1 included</source>
        <translation>&quot;z = uniform()&quot;: die Zahlen von cuRAND liegen zwischen 0 und 1, einschließlich 1</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; is {found}, but here it must fit a signed 64-bit integer</source>
        <translation>„{expression}“ ist {found}, und hier muss es in eine ganze Zahl von 64 Bit mit Vorzeichen passen</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; is {found}, but {type} holds {low} to {high}</source>
        <translation>„{expression}“ ist {found}, und {type} fasst {low} bis {high}</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; is {found}, too large for {type}</source>
        <translation>„{expression}“ ist {found}, zu groß für {type}</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; must be an integer, but it is {found}</source>
        <translation>„{expression}“ ist {found}, und hier ist eine ganze Zahl fällig</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; is machine code, which is not linked</source>
        <translation>„{file}“ ist Maschinencode, der nicht gebunden wird</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; is the source itself</source>
        <translation>„{file}“ ist die Quelle selbst</translation>
    </message>
    <message>
        <source>&quot;{setting}&quot; cannot change {file}, which is already compiled</source>
        <translation>„{setting}“ kann {file} nicht ändern, weil es schon kompiliert ist</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; has a {opening} without a matching {closing}</source>
        <translation>„{text}“ hat ein {opening} ohne das zugehörige {closing}</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a library call</source>
        <translation>„{text}“ ist kein Aufruf einer Bibliothek</translation>
    </message>
    <message>
        <source>&quot;{text}&quot;: unknown parameter or define &apos;{name}&apos;</source>
        <translation>„{text}“: es gibt keinen Parameter und kein Define „{name}“</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has 1 dimension, but {function} transforms {expected}</source>
        <translation>„{buffer}“ hat 1 Dimension, und {function} transformiert {expected}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has a different shape from the result</source>
        <translation>„{buffer}“ hat eine andere Form als das Ergebnis</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has elements of {found} lanes, and the result of {expected}</source>
        <translation>„{buffer}“ hat Elemente mit {found} Lanes, und das Ergebnis welche mit {expected}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has shape {found}, but each dimension must be 1 to {limit}</source>
        <translation>„{buffer}“ hat die Form {found}, und jede Dimension muss 1 bis {limit} sein</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has shape {found}, but {function} needs 1 dimension of 1 to {limit}</source>
        <translation>„{buffer}“ hat die Form {found}, und {function} braucht 1 Dimension von 1 bis {limit}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has shape {found}, but {function} needs {count} dimensions of 1 to {limit}</source>
        <translation>„{buffer}“ hat die Form {found}, und {function} braucht {count} Dimensionen von 1 bis {limit}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has shape {found}, but {function} needs {expected}</source>
        <translation>„{buffer}“ hat die Form {found}, und {function} braucht {expected}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has {columns} columns, but &apos;{other}&apos; has {rows} rows</source>
        <translation>„{buffer}“ hat {columns} Spalten, und „{other}“ hat {rows} Zeilen</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has {count} dimensions, but {function} transforms {expected}</source>
        <translation>„{buffer}“ hat {count} Dimensionen, und {function} transformiert {expected}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has {count} elements, but cuRAND generates normal numbers in pairs</source>
        <translation>„{buffer}“ hat {count} Elemente, und cuRAND erzeugt normalverteilte Zahlen paarweise</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has {count} elements, but the result of {function} has one</source>
        <translation>„{buffer}“ hat {count} Elemente, und das Ergebnis von {function} hat eines</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; has {found} elements, but the result has {expected}</source>
        <translation>„{buffer}“ hat {found} Elemente, und das Ergebnis {expected}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; holds structs, not numbers</source>
        <translation>„{buffer}“ enthält Strukturen, keine Zahlen</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; is compared with &apos;{other}&apos; of another type or size</source>
        <translation>„{buffer}“ wird mit „{other}“ verglichen, und Typ oder Größe sind verschieden</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; is empty</source>
        <translation>„{buffer}“ ist leer</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; is of {type}, but sort moves scalars</source>
        <translation>„{buffer}“ ist vom Typ {type}, und sort bewegt nur Skalare</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; is of {type}, but {function} needs {expected}</source>
        <translation>„{buffer}“ ist vom Typ {type}, und {function} braucht {expected}</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; is of {type}, but {function} works on {expected}</source>
        <translation>„{buffer}“ ist vom Typ {type}, und {function} arbeitet mit {expected}</translation>
    </message>
    <message>
        <source>&apos;{file}&apos; is an absolute path</source>
        <translation>„{file}“ ist ein absoluter Pfad</translation>
    </message>
    <message>
        <source>&apos;{file}&apos; is outside the project&apos;s folder</source>
        <translation>„{file}“ führt aus dem Ordner des Projekts hinaus</translation>
    </message>
    <message>
        <source>&apos;{function}&apos; is not a known library function</source>
        <translation>„{function}“ ist keine Funktion einer Bibliothek, die hier bekannt ist</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; cannot be the name of a {kind}</source>
        <translation>ein {kind} kann nicht „{name}“ heißen</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; depends on a chain of more than {limit} names</source>
        <translation>„{name}“ hängt von einer Kette von mehr als {limit} Namen ab</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; depends on itself: {chain}</source>
        <translation>„{name}“ hängt von sich selbst ab: {chain}</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; does not name a buffer of the project</source>
        <translation>„{name}“ nennt keinen Puffer des Projekts</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is a buffer, but a number is expected here</source>
        <translation>„{name}“ ist ein Puffer, und hier ist eine Zahl fällig</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is a parameter, which the compiler does not know</source>
        <translation>„{name}“ ist ein Parameter, den der Compiler nicht kennt</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a buffer</source>
        <translation>„{name}“ ist kein Puffer</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a buffer, parameter or number</source>
        <translation>„{name}“ ist kein Puffer, kein Parameter und keine Zahl</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not known here</source>
        <translation>„{name}“ ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is the name of a part of a split buffer</source>
        <translation>„{name}“ ist der Name eines Teils eines geteilten Puffers</translation>
    </message>
    <message>
        <source>&apos;{token}&apos; is unexpected here</source>
        <translation>„{token}“ passt hier nicht</translation>
    </message>
    <message>
        <source>&apos;{type}&apos; is not a type</source>
        <translation>„{type}“ ist kein Typ</translation>
    </message>
    <message>
        <source>&apos;{word}&apos; does not fit {type}</source>
        <translation>„{word}“ passt nicht in {type}</translation>
    </message>
    <message>
        <source>&apos;{word}&apos; is not a number</source>
        <translation>„{word}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>&apos;{word}&apos; is not known here</source>
        <translation>„{word}“ ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>.npz files are only read</source>
        <translation>.npz-Dateien werden nur gelesen</translation>
    </message>
    <message>
        <source>// and % are not defined for complex numbers</source>
        <translation>// und % sind für komplexe Zahlen nicht definiert</translation>
    </message>
    <message>
        <source>1 argument</source>
        <translation>1 Argument</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message>
        <source>1 dimension</source>
        <translation>1 Dimension</translation>
    </message>
    <message>
        <source>1 parameter</source>
        <translation>1 Parameter</translation>
    </message>
    <message>
        <source>; it has {kernels}</source>
        <translation>; sie hat {kernels}</translation>
    </message>
    <message>
        <source>; it has {kernels} and {count} more</source>
        <translation>; sie hat {kernels} und {count} weitere</translation>
    </message>
    <message>
        <source>A value is missing</source>
        <translation>Es fehlt ein Wert</translation>
    </message>
    <message>
        <source>CSV cannot hold structs</source>
        <translation>CSV kann keine Strukturen enthalten</translation>
    </message>
    <message>
        <source>CUDA_DEVICE is &quot;{device}&quot;, but that device does not exist</source>
        <translation>CUDA_DEVICE ist „{device}“, und dieses Gerät gibt es nicht</translation>
    </message>
    <message>
        <source>CUDA_HOME and CUDA_PATH, the usual install folders, the library search path, NVIDIA&apos;s Python wheels and Warpbench&apos;s data folder</source>
        <translation>CUDA_HOME und CUDA_PATH, die üblichen Installationsordner, der Suchpfad für Bibliotheken, die Python-Wheels von NVIDIA und der Datenordner von Warpbench</translation>
    </message>
    <message>
        <source>NVRTC could not begin to compile: {problem}</source>
        <translation>NVRTC konnte nicht mit dem Kompilieren beginnen: {problem}</translation>
    </message>
    <message>
        <source>NVRTC does not take the kernel name &quot;{kernel}&quot;: {problem}</source>
        <translation>NVRTC nimmt den Kernelnamen „{kernel}“ nicht an: {problem}</translation>
    </message>
    <message>
        <source>Warpbench was closed</source>
        <translation>Warpbench wurde geschlossen</translation>
    </message>
    <message>
        <source>Write one value</source>
        <translation>Schreiben Sie einen Wert</translation>
    </message>
    <message>
        <source>Write one value for all {count} lanes, or one for each</source>
        <translation>Schreiben Sie einen Wert für alle {count} Lanes oder einen für jede</translation>
    </message>
    <message>
        <source>a ZIP64 field is too short</source>
        <translation>ein ZIP64-Feld ist zu kurz</translation>
    </message>
    <message>
        <source>a buffer</source>
        <translation>eines Puffers</translation>
    </message>
    <message>
        <source>a buffer can only be split by rows</source>
        <translation>ein Puffer kann nur nach Zeilen geteilt werden</translation>
    </message>
    <message>
        <source>a buffer does not hold the expected values</source>
        <translation>ein Puffer enthält nicht die erwarteten Werte</translation>
    </message>
    <message>
        <source>a buffer is compared with itself</source>
        <translation>ein Puffer wird mit sich selbst verglichen</translation>
    </message>
    <message>
        <source>a buffer of structs cannot be initialised this way</source>
        <translation>ein Puffer aus Strukturen kann so nicht initialisiert werden</translation>
    </message>
    <message>
        <source>a cell is empty</source>
        <translation>eine Zelle ist leer</translation>
    </message>
    <message>
        <source>a check names &apos;{buffer}&apos;, which is not a buffer</source>
        <translation>eine Prüfung nennt „{buffer}“, und das ist kein Puffer</translation>
    </message>
    <message>
        <source>a compile request</source>
        <translation>eine Anfrage zum Kompilieren</translation>
    </message>
    <message>
        <source>a compile result</source>
        <translation>ein Ergebnis des Kompilierens</translation>
    </message>
    <message>
        <source>a dimension below 0</source>
        <translation>eine Dimension kleiner als 0</translation>
    </message>
    <message>
        <source>a dimension of &apos;{buffer}&apos;</source>
        <translation>eine Dimension von „{buffer}“</translation>
    </message>
    <message>
        <source>a dimension of {size} is negative</source>
        <translation>eine Dimension ist negativ: {size}</translation>
    </message>
    <message>
        <source>a field has an impossible shape</source>
        <translation>ein Feld hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>a generated kernel has its own</source>
        <translation>ein erzeugter Kernel bestimmt das selbst</translation>
    </message>
    <message>
        <source>a kernel launches kernels, and NVIDIA&apos;s libcudadevrt for that was not found</source>
        <translation>ein Kernel startet Kernel, und NVIDIAs libcudadevrt dafür wurde nicht gefunden</translation>
    </message>
    <message>
        <source>a launch can only do one thing</source>
        <translation>ein Launch kann nur eines tun</translation>
    </message>
    <message>
        <source>a library call works on whole buffers, which several devices cannot share</source>
        <translation>ein Bibliotheksaufruf arbeitet mit ganzen Puffern, die sich mehrere Geräte nicht teilen können</translation>
    </message>
    <message>
        <source>a library chooses its own blocks</source>
        <translation>eine Bibliothek wählt ihre Blöcke selbst</translation>
    </message>
    <message>
        <source>a line to run to is missing</source>
        <translation>es fehlt die Zeile, bis zu der es gehen soll</translation>
    </message>
    <message>
        <source>a linear filter cannot mix the elements of {buffer}, which are integers</source>
        <translation>ein linearer Filter kann die Elemente von {buffer} nicht mischen, denn sie sind ganze Zahlen</translation>
    </message>
    <message>
        <source>a list of {count}</source>
        <translation>eine Liste der Länge {count}</translation>
    </message>
    <message>
        <source>a median error of {number}</source>
        <translation>ein Fehler des Medians von {number}</translation>
    </message>
    <message>
        <source>a member is larger than it may be</source>
        <translation>ein Eintrag ist größer, als er sein darf</translation>
    </message>
    <message>
        <source>a member&apos;s compressed data are damaged</source>
        <translation>die komprimierten Daten eines Eintrags sind beschädigt</translation>
    </message>
    <message>
        <source>a message about {subject} cannot be read: {problem}</source>
        <translation>eine Nachricht über {subject} ist nicht zu lesen: {problem}</translation>
    </message>
    <message>
        <source>a message between processes says that it has {count} bytes</source>
        <translation>eine Nachricht zwischen Prozessen gibt ihre Länge mit {count} Bytes an</translation>
    </message>
    <message>
        <source>a message of {count} bytes is too long to be sent to or from a worker process</source>
        <translation>eine Nachricht von {count} Bytes ist zu lang, um sie an einen Arbeitsprozess zu senden oder von ihm zu empfangen</translation>
    </message>
    <message>
        <source>a negative number to a fractional power is not real</source>
        <translation>eine negative Zahl hoch einem Bruch ist nicht reell</translation>
    </message>
    <message>
        <source>a number is followed by &apos;{character}&apos;</source>
        <translation>auf eine Zahl folgt „{character}“</translation>
    </message>
    <message>
        <source>a programmatic launch and the one before it are timed together, and &quot;repeat&quot; repeats one alone</source>
        <translation>ein programmatischer Launch und der davor werden zusammen gemessen, und &quot;repeat&quot; wiederholt nur einen</translation>
    </message>
    <message>
        <source>a programmatic launch must directly follow another launch on its stream</source>
        <translation>ein programmatischer Launch muss direkt auf einen anderen Launch seines Streams folgen</translation>
    </message>
    <message>
        <source>a programmatic launch overlaps a kernel, but the step before it calls a library</source>
        <translation>ein programmatischer Launch überlappt mit einem Kernel, und der Schritt davor ruft eine Bibliothek auf</translation>
    </message>
    <message>
        <source>a project needs far fewer</source>
        <translation>ein Projekt braucht weit weniger</translation>
    </message>
    <message>
        <source>a read beyond the end of {memory}</source>
        <translation>es würde über das Ende {memory} hinaus gelesen</translation>
    </message>
    <message>
        <source>a resident buffer</source>
        <translation>eines residenten Puffers</translation>
    </message>
    <message>
        <source>a scan cannot continue from device to device yet</source>
        <translation>ein Scan kann noch nicht von Gerät zu Gerät weitergehen</translation>
    </message>
    <message>
        <source>a set of elements has another number of bits</source>
        <translation>eine Menge von Elementen hat eine andere Zahl von Bits</translation>
    </message>
    <message>
        <source>a shift by {count} bits</source>
        <translation>eine Verschiebung um {count} Bits</translation>
    </message>
    <message>
        <source>a single number is not a matrix</source>
        <translation>eine einzelne Zahl ist keine Matrix</translation>
    </message>
    <message>
        <source>a sort chooses its own blocks</source>
        <translation>eine Sortierung wählt ihre Blöcke selbst</translation>
    </message>
    <message>
        <source>a sort works on all elements, which several devices cannot share yet</source>
        <translation>eine Sortierung arbeitet mit allen Elementen, die sich mehrere Geräte noch nicht teilen können</translation>
    </message>
    <message>
        <source>a step is compiled together with the source, but this source is already compiled</source>
        <translation>ein Schritt wird zusammen mit der Quelle kompiliert, und diese Quelle ist schon kompiliert</translation>
    </message>
    <message>
        <source>a struct is not a single value</source>
        <translation>eine Struktur ist kein einzelner Wert</translation>
    </message>
    <message>
        <source>a struct without fields</source>
        <translation>eine Struktur ohne Felder</translation>
    </message>
    <message>
        <source>a text of the project is not UTF-8</source>
        <translation>ein Text des Projekts ist nicht in UTF-8</translation>
    </message>
    <message>
        <source>a texture of {memory} memory has {expected}, and buffer &quot;{buffer}&quot; has {found}</source>
        <translation>eine Textur mit Speicher der Art „{memory}“ hat {expected}, und Puffer „{buffer}“ hat {found}</translation>
    </message>
    <message>
        <source>a texture or surface cannot have {count} channels</source>
        <translation>eine Textur oder Surface kann nicht {count} Kanäle haben</translation>
    </message>
    <message>
        <source>a texture or surface cannot hold {type}</source>
        <translation>eine Textur oder Surface kann {type} nicht enthalten</translation>
    </message>
    <message>
        <source>a texture or surface has one to three dimensions</source>
        <translation>eine Textur oder Surface hat eine bis drei Dimensionen</translation>
    </message>
    <message>
        <source>a time limit of {number} seconds</source>
        <translation>eine Zeitgrenze von {number} Sekunden</translation>
    </message>
    <message>
        <source>a tolerance below 0</source>
        <translation>eine Toleranz kleiner als 0</translation>
    </message>
    <message>
        <source>a type is unexpected here</source>
        <translation>ein Typ passt hier nicht</translation>
    </message>
    <message>
        <source>add &quot;checks&quot;; &quot;tests&quot; are for warpbench-cli grade</source>
        <translation>fügen Sie &quot;checks&quot; hinzu; &quot;tests&quot; sind für warpbench-cli grade</translation>
    </message>
    <message>
        <source>add &quot;sweep&quot; with &quot;parameters&quot; to it</source>
        <translation>fügen Sie darin &quot;sweep&quot; mit &quot;parameters&quot; hinzu</translation>
    </message>
    <message>
        <source>add it to the project first</source>
        <translation>fügen Sie es zuerst zum Projekt hinzu</translation>
    </message>
    <message>
        <source>after() can only be used in &quot;expect&quot;</source>
        <translation>after() ist nur in &quot;expect&quot; möglich</translation>
    </message>
    <message>
        <source>after() returns a buffer, but a number is expected here</source>
        <translation>after() gibt einen Puffer zurück, und hier ist eine Zahl fällig</translation>
    </message>
    <message>
        <source>after() takes the name of a buffer</source>
        <translation>after() nimmt den Namen eines Puffers</translation>
    </message>
    <message>
        <source>allow more with timeout_s or --timeout</source>
        <translation>erlauben Sie mehr mit timeout_s oder --timeout</translation>
    </message>
    <message>
        <source>an array is empty</source>
        <translation>ein Array ist leer</translation>
    </message>
    <message>
        <source>an array of {count} elements of {type} is larger than any memory</source>
        <translation>ein Array aus {count} Elementen vom Typ {type} ist größer als jeder Speicher</translation>
    </message>
    <message>
        <source>an array of {size} does not fit its block of {limit}</source>
        <translation>ein Array von {size} passt nicht in seinen Block von {limit}</translation>
    </message>
    <message>
        <source>an array of {size} is needed on the host, and {available} are left for it</source>
        <translation>ein Array von {size} wird auf dem Host gebraucht, und dafür sind noch {available} frei</translation>
    </message>
    <message>
        <source>an axis is given twice</source>
        <translation>eine Achse ist zweimal angegeben</translation>
    </message>
    <message>
        <source>an extra field is longer than its entry</source>
        <translation>ein Zusatzfeld ist länger als sein Eintrag</translation>
    </message>
    <message>
        <source>an integer is divided by 0</source>
        <translation>eine ganze Zahl wird durch 0 geteilt</translation>
    </message>
    <message>
        <source>an integer to a negative power is a fraction</source>
        <translation>eine ganze Zahl hoch einer negativen Zahl ist ein Bruch</translation>
    </message>
    <message>
        <source>another device of this run has ended</source>
        <translation>ein anderes Gerät dieses Laufs hat geendet</translation>
    </message>
    <message>
        <source>are {count}</source>
        <translation>gibt es {count}</translation>
    </message>
    <message>
        <source>argument {index} of kernel &quot;{kernel}&quot; has {found}, but the parameter {parameter} has {expected}</source>
        <translation>Argument {index} von Kernel „{kernel}“ hat {found}, und der Parameter {parameter} hat {expected}</translation>
    </message>
    <message>
        <source>argument {index} of kernel &quot;{kernel}&quot; is {found}, but the parameter is {expected}</source>
        <translation>Argument {index} von Kernel „{kernel}“ ist {found}, und der Parameter ist {expected}</translation>
    </message>
    <message>
        <source>argument {number} is not an integer</source>
        <translation>Argument {number} ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>argument {number} must be a single number</source>
        <translation>Argument {number} muss eine einzelne Zahl sein</translation>
    </message>
    <message>
        <source>axes are numbered from 0</source>
        <translation>Achsen werden ab 0 gezählt</translation>
    </message>
    <message>
        <source>axis {axis} is out of range for an array of {count} dimensions</source>
        <translation>ein Array mit {count} Dimensionen hat keine Achse {axis}</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>block {block} has no warp {warp} now</source>
        <translation>Block {block} hat gerade keinen Warp {warp}</translation>
    </message>
    <message>
        <source>both arrays must have one dimension, or both two</source>
        <translation>beide Arrays müssen eine Dimension haben oder beide zwei</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>buffer &quot;{buffer}&quot; does not fit as a mip level of &quot;{texture}&quot;: it needs shape {shape} and the same type</source>
        <translation>Puffer „{buffer}“ passt nicht als Mip-Stufe von „{texture}“: nötig sind die Form {shape} und derselbe Typ</translation>
    </message>
    <message>
        <source>buffer &quot;{buffer}&quot; is empty, but a texture or surface needs at least one element</source>
        <translation>Puffer „{buffer}“ ist leer, und eine Textur oder Surface braucht mindestens ein Element</translation>
    </message>
    <message>
        <source>buffer &quot;{buffer}&quot;: {count} values are not as expected</source>
        <translation>Puffer „{buffer}“: {count} Werte sind anders als erwartet</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; and &apos;{other}&apos; would be at the same addresses</source>
        <translation>Puffer „{buffer}“ und „{other}“ lägen an denselben Adressen</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has a halo and is not split</source>
        <translation>Puffer „{buffer}“ hat einen Halo und ist nicht geteilt</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has a halo of {halo} rows, and device {device} has only {count} of its own</source>
        <translation>Puffer „{buffer}“ hat einen Halo von {halo} Zeilen, und Gerät {device} hat nur {count} eigene</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has an address that its type cannot have</source>
        <translation>Puffer „{buffer}“ hat eine Adresse, die sein Typ nicht haben kann</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has an address, but a resident buffer may be at any address</source>
        <translation>Puffer „{buffer}“ hat eine Adresse, und ein residenter Puffer liegt an einer beliebigen</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has an address, but only plain device memory of one device can have one</source>
        <translation>Puffer „{buffer}“ hat eine Adresse, und die kann nur einfacher Gerätespeicher eines einzelnen Geräts haben</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has an address, but several devices cannot all use it</source>
        <translation>Puffer „{buffer}“ hat eine Adresse, und mehrere Geräte können sie nicht alle benutzen</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has {count} rows, and &apos;{other}&apos;, which is also split, has {expected}</source>
        <translation>Puffer „{buffer}“ hat {count} Zeilen, und der ebenfalls geteilte „{other}“ hat {expected}</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; holds complex numbers, which cannot be ordered</source>
        <translation>Puffer „{buffer}“ enthält komplexe Zahlen, die keine Reihenfolge haben</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; holds structs, which are not added or compared</source>
        <translation>Puffer „{buffer}“ enthält Strukturen, die weder addiert noch verglichen werden</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; is pitched, but a step needs elements without gaps</source>
        <translation>Puffer „{buffer}“ hat Zeilen mit Abstand (pitched), und ein Schritt braucht Elemente ohne Lücken</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; is resident, but a run on several devices does not keep buffers on them</source>
        <translation>Puffer „{buffer}“ ist resident, und ein Lauf auf mehreren Geräten behält dort keine Puffer</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; is split and has no rows</source>
        <translation>Puffer „{buffer}“ ist geteilt und hat keine Zeilen</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; is split, so there is nothing to reduce</source>
        <translation>Puffer „{buffer}“ ist geteilt, und so gibt es nichts zusammenzufassen</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; is {memory}, but a resident buffer must be in device memory</source>
        <translation>Puffer „{buffer}“ ist {memory}, und ein residenter Puffer muss im Gerätespeicher liegen</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; is {memory}, but devices can only share plain device memory</source>
        <translation>Puffer „{buffer}“ ist {memory}, und Geräte teilen nur einfachen Gerätespeicher unter sich auf</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos;: {file}: {problem}</source>
        <translation>Puffer „{buffer}“: {file}: {problem}</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos;: {problem}</source>
        <translation>Puffer „{buffer}“: {problem}</translation>
    </message>
    <message>
        <source>cannot find the temporary folder: {problem}</source>
        <translation>der Ordner für temporäre Dateien ist nicht zu finden: {problem}</translation>
    </message>
    <message>
        <source>cannot get {size} of shared memory: {problem}</source>
        <translation>{size} gemeinsamer Speicher sind nicht zu bekommen: {problem}</translation>
    </message>
    <message>
        <source>cannot load {library}</source>
        <translation>{library} kann nicht geladen werden</translation>
    </message>
    <message>
        <source>cannot make a pipe: {problem}</source>
        <translation>eine Pipe kann nicht angelegt werden: {problem}</translation>
    </message>
    <message>
        <source>cannot make a socket pair: {problem}</source>
        <translation>ein Paar von Sockets kann nicht angelegt werden: {problem}</translation>
    </message>
    <message>
        <source>cannot make a temporary folder in {folder}: {problem}</source>
        <translation>in {folder} kann kein temporärer Ordner angelegt werden: {problem}</translation>
    </message>
    <message>
        <source>cannot read {file}: it ends too early</source>
        <translation>{file} kann nicht gelesen werden: die Datei endet zu früh</translation>
    </message>
    <message>
        <source>cannot read {file}: it has more than {limit}</source>
        <translation>{file} kann nicht gelesen werden: die Datei hat mehr als {limit}</translation>
    </message>
    <message>
        <source>cannot read {file}: it is a folder</source>
        <translation>{file} kann nicht gelesen werden: das ist ein Ordner</translation>
    </message>
    <message>
        <source>cannot read {file}: it is a pipe or a device, not a file</source>
        <translation>{file} kann nicht gelesen werden: das ist eine Pipe oder ein Gerät, keine Datei</translation>
    </message>
    <message>
        <source>cannot read {file}: {problem}</source>
        <translation>{file} kann nicht gelesen werden: {problem}</translation>
    </message>
    <message>
        <source>cannot start {program}: {problem}</source>
        <translation>{program} kann nicht gestartet werden: {problem}</translation>
    </message>
    <message>
        <source>cannot write the file: {problem}</source>
        <translation>die Datei kann nicht geschrieben werden: {problem}</translation>
    </message>
    <message>
        <source>cannot write {file}: {problem}</source>
        <translation>{file} kann nicht geschrieben werden: {problem}</translation>
    </message>
    <message>
        <source>change its shape, or remove &quot;memory&quot;</source>
        <translation>ändern Sie seine Form, oder entfernen Sie &quot;memory&quot;</translation>
    </message>
    <message>
        <source>change its shape, or use a vector type</source>
        <translation>ändern Sie seine Form, oder nehmen Sie einen Vektortyp</translation>
    </message>
    <message>
        <source>change its shape, or use the function without the 2</source>
        <translation>ändern Sie seine Form, oder nehmen Sie die Funktion ohne die 2</translation>
    </message>
    <message>
        <source>change one of the two</source>
        <translation>ändern Sie eines von beiden</translation>
    </message>
    <message>
        <source>change the shape of one of them</source>
        <translation>ändern Sie die Form von einem der beiden</translation>
    </message>
    <message>
        <source>check a smaller one</source>
        <translation>prüfen Sie ein kleineres</translation>
    </message>
    <message>
        <source>check its name</source>
        <translation>prüfen Sie den Namen</translation>
    </message>
    <message>
        <source>check its permissions</source>
        <translation>prüfen Sie die Berechtigungen</translation>
    </message>
    <message>
        <source>check that it is the right one</source>
        <translation>prüfen Sie, ob es die richtige ist</translation>
    </message>
    <message>
        <source>check that nothing else writes it</source>
        <translation>prüfen Sie, ob sonst noch etwas sie schreibt</translation>
    </message>
    <message>
        <source>check the argument</source>
        <translation>prüfen Sie das Argument</translation>
    </message>
    <message>
        <source>check the exponent</source>
        <translation>prüfen Sie den Exponenten</translation>
    </message>
    <message>
        <source>check the file&apos;s name and folder</source>
        <translation>prüfen Sie Namen und Ordner der Datei</translation>
    </message>
    <message>
        <source>check the second argument of ceil_div</source>
        <translation>prüfen Sie das zweite Argument von ceil_div</translation>
    </message>
    <message>
        <source>choose a CUDA source</source>
        <translation>wählen Sie eine CUDA-Quelle</translation>
    </message>
    <message>
        <source>choose a file with Save As</source>
        <translation>wählen Sie mit „Speichern unter“ eine Datei</translation>
    </message>
    <message>
        <source>choose a simulated device</source>
        <translation>wählen Sie ein simuliertes Gerät</translation>
    </message>
    <message>
        <source>choose a warp of a block that is running: while you step, blocks run one after the other</source>
        <translation>wählen Sie einen Warp eines laufenden Blocks: in Schritten laufen die Blöcke nacheinander</translation>
    </message>
    <message>
        <source>choose another device, or rebuild it: nvcc {option} --gpu-architecture={wanted}</source>
        <translation>wählen Sie ein anderes Gerät, oder kompilieren Sie neu: nvcc {option} --gpu-architecture={wanted}</translation>
    </message>
    <message>
        <source>choose another folder with Save As</source>
        <translation>wählen Sie mit „Speichern unter“ einen anderen Ordner</translation>
    </message>
    <message>
        <source>choose another folder, or move one of the two files away</source>
        <translation>wählen Sie einen anderen Ordner, oder verschieben Sie eine der beiden Dateien</translation>
    </message>
    <message>
        <source>choose another lane, or step the warp</source>
        <translation>wählen Sie eine andere Lane, oder gehen Sie mit dem Warp weiter</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>choose another simulated device</source>
        <translation>wählen Sie ein anderes simuliertes Gerät</translation>
    </message>
    <message>
        <source>choose auto or sm_… as the architecture</source>
        <translation>wählen Sie auto oder sm_… als Architektur</translation>
    </message>
    <message>
        <source>clamp&apos;s lower limit is above its upper one</source>
        <translation>die untere Grenze von clamp liegt über der oberen</translation>
    </message>
    <message>
        <source>close other programs or make the buffers smaller</source>
        <translation>schließen Sie andere Programme, oder machen Sie die Puffer kleiner</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>compare abs() of them</source>
        <translation>vergleichen Sie ihr abs()</translation>
    </message>
    <message>
        <source>compile for an architecture such as sm_90</source>
        <translation>kompilieren Sie für eine Architektur wie sm_90</translation>
    </message>
    <message>
        <source>compile with -lineinfo</source>
        <translation>kompilieren Sie mit -lineinfo</translation>
    </message>
    <message>
        <source>compile with NVRTC or install ptxas</source>
        <translation>kompilieren Sie mit NVRTC, oder installieren Sie ptxas</translation>
    </message>
    <message>
        <source>compiling was cancelled</source>
        <translation>das Kompilieren wurde abgebrochen</translation>
    </message>
    <message>
        <source>complex numbers cannot be ordered</source>
        <translation>komplexe Zahlen haben keine Reihenfolge</translation>
    </message>
    <message>
        <source>complex() takes two real numbers</source>
        <translation>complex() nimmt zwei reelle Zahlen</translation>
    </message>
    <message>
        <source>convert it to .npy, or to raw bytes with another ending</source>
        <translation>wandeln Sie das Bild in .npy um, oder in rohe Bytes mit einer anderen Endung</translation>
    </message>
    <message>
        <source>convert the file with .astype, or change the buffer&apos;s dtype</source>
        <translation>wandeln Sie die Datei mit .astype um, oder ändern Sie den dtype des Puffers</translation>
    </message>
    <message>
        <source>convert the source to UTF-8</source>
        <translation>wandeln Sie die Quelle in UTF-8 um</translation>
    </message>
    <message>
        <source>converted from format version {from} to {to}</source>
        <translation>von Formatversion {from} in {to} umgewandelt</translation>
    </message>
    <message>
        <source>declare it __constant__ or __device__ and use it in a kernel; outside extern &quot;C&quot; a C++ name is needed</source>
        <translation>deklarieren Sie sie mit __constant__ oder __device__, und benutzen Sie sie in einem Kernel; außerhalb von extern &quot;C&quot; ist ein C++-Name nötig</translation>
    </message>
    <message>
        <source>define</source>
        <translation>Define</translation>
    </message>
    <message>
        <source>did you mean &apos;{name}&apos;?</source>
        <translation>meinten Sie „{name}“?</translation>
    </message>
    <message>
        <source>division by zero: 0 to a negative power</source>
        <translation>Division durch null: 0 hoch einer negativen Zahl</translation>
    </message>
    <message>
        <source>each device would write its own copy of buffer &apos;{buffer}&apos;</source>
        <translation>jedes Gerät würde in seine eigene Kopie von Puffer „{buffer}“ schreiben</translation>
    </message>
    <message>
        <source>each level is half as large as the one before it</source>
        <translation>jede Stufe ist halb so groß wie die davor</translation>
    </message>
    <message>
        <source>element-wise expressions do not support structs</source>
        <translation>elementweise Ausdrücke können nicht mit Strukturen rechnen</translation>
    </message>
    <message>
        <source>elements of {type} were looked at in parts of {size}</source>
        <translation>Elemente vom Typ {type} wurden in Teilen von {size} betrachtet</translation>
    </message>
    <message>
        <source>estimates do not support code linked from several sources yet</source>
        <translation>Schätzungen gibt es noch nicht für Code, der aus mehreren Quellen gebunden ist</translation>
    </message>
    <message>
        <source>expected &apos;{expected}&apos;</source>
        <translation>hier muss „{expected}“ stehen</translation>
    </message>
    <message>
        <source>expected an integer, but got {found}</source>
        <translation>{found} ist keine ganze Zahl, und hier ist eine fällig</translation>
    </message>
    <message>
        <source>expressions do not support member access</source>
        <translation>Ausdrücke können nicht auf Elemente einer Struktur zugreifen</translation>
    </message>
    <message>
        <source>field &apos;{field}&apos; has an impossible count of {count}</source>
        <translation>Feld „{field}“ hat eine unmögliche Anzahl: {count}</translation>
    </message>
    <message>
        <source>field &apos;{field}&apos; is {found} in the file and {expected} in the buffer</source>
        <translation>Feld „{field}“ ist in der Datei {found} und im Puffer {expected}</translation>
    </message>
    <message>
        <source>fix that launch first, or step through it</source>
        <translation>berichtigen Sie zuerst diesen Launch, oder gehen Sie in Schritten durch ihn</translation>
    </message>
    <message>
        <source>found {found}</source>
        <translation>hier steht {found}</translation>
    </message>
    <message>
        <source>functions nested deeper than {limit} levels</source>
        <translation>Funktionen sind tiefer als {limit} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>get it with warpbench-cli doctor --install-compiler, install the CUDA Toolkit, or take &quot;lto&quot; out of &quot;compile&quot;</source>
        <translation>holen Sie es mit warpbench-cli doctor --install-compiler, installieren Sie das CUDA Toolkit, oder nehmen Sie &quot;lto&quot; aus &quot;compile&quot; heraus</translation>
    </message>
    <message>
        <source>get it with warpbench-cli doctor --install-compiler, or install the CUDA Toolkit</source>
        <translation>holen Sie es mit warpbench-cli doctor --install-compiler, oder installieren Sie das CUDA Toolkit</translation>
    </message>
    <message>
        <source>get nvdisasm with the compiler (Help, Get the Compiler, or warpbench-cli doctor --install-compiler), install the CUDA Toolkit, or put one of them on PATH</source>
        <translation>holen Sie nvdisasm mit dem Compiler (Hilfe, Compiler holen, oder warpbench-cli doctor --install-compiler), installieren Sie das CUDA Toolkit, oder nehmen Sie eines davon in PATH auf</translation>
    </message>
    <message>
        <source>give 0 or more</source>
        <translation>geben Sie 0 oder mehr an</translation>
    </message>
    <message>
        <source>give a count from 1 on; a struct holds at most 1 GiB</source>
        <translation>geben Sie eine Anzahl ab 1 an; eine Struktur fasst höchstens 1 GiB</translation>
    </message>
    <message>
        <source>give a fraction of the median up to 0.5, such as 0.01 for 1 %; 0 switches this off</source>
        <translation>geben Sie einen Bruchteil des Medians bis 0.5 an, etwa 0.01 für 1 %; 0 schaltet das aus</translation>
    </message>
    <message>
        <source>give a multiple of {alignment}</source>
        <translation>geben Sie ein Vielfaches von {alignment} an</translation>
    </message>
    <message>
        <source>give a number</source>
        <translation>geben Sie eine Zahl an</translation>
    </message>
    <message>
        <source>give a shape of as many</source>
        <translation>geben Sie eine Form mit ebenso vielen an</translation>
    </message>
    <message>
        <source>give a smaller file</source>
        <translation>geben Sie eine kleinere Datei an</translation>
    </message>
    <message>
        <source>give a value above 0</source>
        <translation>geben Sie einen Wert über 0 an</translation>
    </message>
    <message>
        <source>give a value of 0 or more</source>
        <translation>geben Sie einen Wert von 0 oder mehr an</translation>
    </message>
    <message>
        <source>give all rows as many</source>
        <translation>geben Sie allen Zeilen gleich viele</translation>
    </message>
    <message>
        <source>give an integer</source>
        <translation>geben Sie eine ganze Zahl an</translation>
    </message>
    <message>
        <source>give arrays of one or more dimensions</source>
        <translation>geben Sie Arrays mit einer oder mehr Dimensionen an</translation>
    </message>
    <message>
        <source>give as many values of its type as the source declares</source>
        <translation>geben Sie so viele Werte ihres Typs an, wie die Quelle deklariert</translation>
    </message>
    <message>
        <source>give at least one element</source>
        <translation>geben Sie mindestens ein Element an</translation>
    </message>
    <message>
        <source>give at least one element each</source>
        <translation>geben Sie für jedes mindestens ein Element an</translation>
    </message>
    <message>
        <source>give at least {count}</source>
        <translation>geben Sie mindestens {count} an</translation>
    </message>
    <message>
        <source>give buffers &quot;split&quot;: &quot;rows&quot;, or use one device</source>
        <translation>geben Sie Puffern &quot;split&quot;: &quot;rows&quot;, oder nehmen Sie ein einziges Gerät</translation>
    </message>
    <message>
        <source>give each axis once</source>
        <translation>geben Sie jede Achse einmal an</translation>
    </message>
    <message>
        <source>give either &quot;file&quot; or &quot;text&quot;</source>
        <translation>geben Sie entweder &quot;file&quot; oder &quot;text&quot; an</translation>
    </message>
    <message>
        <source>give every dimension a size of 0 or more</source>
        <translation>geben Sie jeder Dimension eine Größe von 0 oder mehr</translation>
    </message>
    <message>
        <source>give exactly one of &quot;expression&quot;, &quot;reference&quot;, &quot;file&quot;, &quot;buffer&quot;</source>
        <translation>geben Sie genau eines von &quot;expression&quot;, &quot;reference&quot;, &quot;file&quot;, &quot;buffer&quot; an</translation>
    </message>
    <message>
        <source>give finite numbers for low and high</source>
        <translation>geben Sie für low und high endliche Zahlen an</translation>
    </message>
    <message>
        <source>give it &quot;split&quot;: &quot;rows&quot;, or remove &quot;halo&quot;</source>
        <translation>geben Sie ihm &quot;split&quot;: &quot;rows&quot;, oder entfernen Sie &quot;halo&quot;</translation>
    </message>
    <message>
        <source>give it a list of its elements</source>
        <translation>geben Sie ihm eine Liste seiner Elemente</translation>
    </message>
    <message>
        <source>give it a number</source>
        <translation>geben Sie ihm eine Zahl</translation>
    </message>
    <message>
        <source>give it a pointer to the buffer</source>
        <translation>geben Sie ihm einen Zeiger auf den Puffer</translation>
    </message>
    <message>
        <source>give it a shape, or remove &quot;split&quot;</source>
        <translation>geben Sie ihm eine Form, oder entfernen Sie &quot;split&quot;</translation>
    </message>
    <message>
        <source>give it an even number of elements</source>
        <translation>geben Sie ihm eine gerade Zahl von Elementen</translation>
    </message>
    <message>
        <source>give it one value</source>
        <translation>geben Sie ihm einen einzelnen Wert</translation>
    </message>
    <message>
        <source>give it the shape [1]</source>
        <translation>geben Sie ihm die Form [1]</translation>
    </message>
    <message>
        <source>give it {&quot;buffer&quot;: …}, or 0 for none</source>
        <translation>geben Sie ihm {&quot;buffer&quot;: …}, oder 0 für keinen Puffer</translation>
    </message>
    <message>
        <source>give its CUDA source, or PTX</source>
        <translation>geben Sie die CUDA-Quelle dazu an oder PTX</translation>
    </message>
    <message>
        <source>give its CUDA source, or PTX, as &quot;source&quot;</source>
        <translation>geben Sie die CUDA-Quelle dazu oder PTX als &quot;source&quot; an</translation>
    </message>
    <message>
        <source>give its buffer such a shape</source>
        <translation>geben Sie ihrem Puffer eine solche Form</translation>
    </message>
    <message>
        <source>give its members: {members}</source>
        <translation>geben Sie die Felder darin an: {members}</translation>
    </message>
    <message>
        <source>give its number</source>
        <translation>geben Sie ihre Nummer an</translation>
    </message>
    <message>
        <source>give less in &quot;limits&quot;, or leave them out</source>
        <translation>geben Sie in &quot;limits&quot; weniger an, oder lassen Sie &quot;limits&quot; weg</translation>
    </message>
    <message>
        <source>give more than 0</source>
        <translation>geben Sie mehr als 0 an</translation>
    </message>
    <message>
        <source>give one of these, or remove &quot;priority&quot;</source>
        <translation>geben Sie eine davon an, oder entfernen Sie &quot;priority&quot;</translation>
    </message>
    <message>
        <source>give one, or use two streams</source>
        <translation>geben Sie eine davon an, oder nehmen Sie zwei Streams</translation>
    </message>
    <message>
        <source>give that many</source>
        <translation>geben Sie so viele an</translation>
    </message>
    <message>
        <source>give the argument as {&quot;bytes&quot;: …}</source>
        <translation>geben Sie das Argument als {&quot;bytes&quot;: …} an</translation>
    </message>
    <message>
        <source>give the buffer a type that is one number</source>
        <translation>geben Sie dem Puffer einen Typ, der eine einzelne Zahl ist</translation>
    </message>
    <message>
        <source>give the buffer rows and columns, or write .npy</source>
        <translation>geben Sie dem Puffer Zeilen und Spalten, oder schreiben Sie .npy</translation>
    </message>
    <message>
        <source>give the file and the buffer the same fields; the order does not matter</source>
        <translation>geben Sie der Datei und dem Puffer dieselben Felder; auf die Reihenfolge kommt es nicht an</translation>
    </message>
    <message>
        <source>give the kernels pointers, or remove &quot;programmatic&quot;</source>
        <translation>geben Sie den Kerneln Zeiger, oder entfernen Sie &quot;programmatic&quot;</translation>
    </message>
    <message>
        <source>give the launch a &quot;stream&quot;, or remove &quot;priority&quot;</source>
        <translation>geben Sie dem Launch einen &quot;stream&quot;, oder entfernen Sie &quot;priority&quot;</translation>
    </message>
    <message>
        <source>give the size of each dimension</source>
        <translation>geben Sie die Größe jeder Dimension an</translation>
    </message>
    <message>
        <source>give the type that the source declares</source>
        <translation>geben Sie den Typ an, den die Quelle deklariert</translation>
    </message>
    <message>
        <source>give two of the same length</source>
        <translation>nehmen Sie zwei gleich lange</translation>
    </message>
    <message>
        <source>give {expected}</source>
        <translation>geben Sie {expected} an</translation>
    </message>
    <message>
        <source>give {expected} values per element</source>
        <translation>geben Sie {expected} Werte je Element an</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>weiterlaufen</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>grid {axis} is {found}, which is not a multiple of the cluster&apos;s {cluster}</source>
        <translation>Grid {axis} ist {found}, kein Vielfaches der {cluster} des Clusters</translation>
    </message>
    <message>
        <source>in &quot;{expression}&quot; at character {position}: {problem}</source>
        <translation>in „{expression}“, Zeichen {position}: {problem}</translation>
    </message>
    <message>
        <source>in &quot;{expression}&quot;: {problem}</source>
        <translation>in „{expression}“: {problem}</translation>
    </message>
    <message>
        <source>index {index} is out of range for an empty array</source>
        <translation>der Index {index} liegt außerhalb, denn das Array ist leer</translation>
    </message>
    <message>
        <source>indices go from 0 to {last}</source>
        <translation>Indizes gehen von 0 bis {last}</translation>
    </message>
    <message>
        <source>initialise one of the buffers in the cycle without the others</source>
        <translation>geben Sie einem der Puffer im Kreis einen Anfangsinhalt ohne die anderen</translation>
    </message>
    <message>
        <source>install an nvJitLink of NVRTC&apos;s version, or take &quot;lto&quot; out of &quot;compile&quot;</source>
        <translation>installieren Sie ein nvJitLink derselben Version wie NVRTC, oder nehmen Sie &quot;lto&quot; aus &quot;compile&quot; heraus</translation>
    </message>
    <message>
        <source>install the CUDA Toolkit, or put nvcc on PATH; a generated step (&quot;reduce&quot;, &quot;scan&quot;, &quot;sort&quot;) does not need nvcc</source>
        <translation>installieren Sie das CUDA Toolkit, oder nehmen Sie nvcc in den PATH auf; ein erzeugter Schritt (&quot;reduce&quot;, &quot;scan&quot;, &quot;sort&quot;) braucht nvcc nicht</translation>
    </message>
    <message>
        <source>is 1</source>
        <translation>gibt es 1</translation>
    </message>
    <message>
        <source>it counts integers, in 0 or more bins</source>
        <translation>gezählt werden ganze Zahlen, in 0 oder mehr Klassen (bins)</translation>
    </message>
    <message>
        <source>it did not end within a minute</source>
        <translation>es war nach einer Minute nicht zu Ende</translation>
    </message>
    <message>
        <source>it does not begin as one</source>
        <translation>sie beginnt nicht wie eine</translation>
    </message>
    <message>
        <source>it ends too early, or points beyond its end</source>
        <translation>sie endet zu früh oder verweist hinter ihr Ende</translation>
    </message>
    <message>
        <source>it ends within its header</source>
        <translation>sie endet mitten im Header</translation>
    </message>
    <message>
        <source>it has more than {limit} members</source>
        <translation>sie enthält mehr als {limit} Dateien</translation>
    </message>
    <message>
        <source>it has {members}</source>
        <translation>es gibt {members}</translation>
    </message>
    <message>
        <source>it is a word of the expression language; rename it</source>
        <translation>das ist ein Wort der Ausdruckssprache; nehmen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>it is in no folder of PATH</source>
        <translation>es liegt in keinem Ordner des PATH</translation>
    </message>
    <message>
        <source>it is too short</source>
        <translation>sie ist zu kurz</translation>
    </message>
    <message>
        <source>it must be at least {least}</source>
        <translation>es müssen mindestens {least} sein</translation>
    </message>
    <message>
        <source>it must be at most {limit}</source>
        <translation>es dürfen höchstens {limit} sein</translation>
    </message>
    <message>
        <source>it works on real numbers</source>
        <translation>das geht nur mit reellen Zahlen</translation>
    </message>
    <message>
        <source>its ZIP directory is missing</source>
        <translation>ihr ZIP-Verzeichnis fehlt</translation>
    </message>
    <message>
        <source>its ZIP64 directory is missing</source>
        <translation>ihr ZIP64-Verzeichnis fehlt</translation>
    </message>
    <message>
        <source>its directory is damaged</source>
        <translation>ihr Verzeichnis ist beschädigt</translation>
    </message>
    <message>
        <source>its elements are larger than a MiB</source>
        <translation>ihre Elemente sind größer als ein MiB</translation>
    </message>
    <message>
        <source>its format version {version} is not known</source>
        <translation>ihre Formatversion {version} ist nicht bekannt</translation>
    </message>
    <message>
        <source>its header ends within a string</source>
        <translation>ihr Header endet mitten in einem Text</translation>
    </message>
    <message>
        <source>its header has an impossible shape</source>
        <translation>ihr Header hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>its header is incomplete</source>
        <translation>ihr Header ist unvollständig</translation>
    </message>
    <message>
        <source>its header is malformed: expected &apos;{expected}&apos;</source>
        <translation>ihr Header ist fehlerhaft: hier muss „{expected}“ stehen</translation>
    </message>
    <message>
        <source>its header is malformed: expected a string</source>
        <translation>ihr Header ist fehlerhaft: hier muss ein Text stehen</translation>
    </message>
    <message>
        <source>its header promises {count} elements of {size} bytes, and only {found} bytes follow</source>
        <translation>ihr Header verspricht {count} Elemente von {size} Bytes, und es folgen nur {found} Bytes</translation>
    </message>
    <message>
        <source>its header&apos;s fortran_order is neither True nor False</source>
        <translation>fortran_order im Header ist weder True noch False</translation>
    </message>
    <message>
        <source>its initialiser depends on itself</source>
        <translation>sein Anfangsinhalt hängt von sich selbst ab</translation>
    </message>
    <message>
        <source>its list of fields lacks a &apos;{expected}&apos;</source>
        <translation>in ihrer Liste der Felder fehlt „{expected}“</translation>
    </message>
    <message>
        <source>its list of fields lacks a name or a type</source>
        <translation>in ihrer Liste der Felder fehlt ein Name oder ein Typ</translation>
    </message>
    <message>
        <source>its structs are nested too deep</source>
        <translation>ihre Strukturen sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>its type &apos;{type}&apos; cannot be used on a GPU; convert it with .astype first</source>
        <translation>ihr Typ „{type}“ ist auf einer GPU nicht zu benutzen; wandeln Sie ihn erst mit .astype um</translation>
    </message>
    <message>
        <source>its type &apos;{type}&apos; is not known</source>
        <translation>ihr Typ „{type}“ ist nicht bekannt</translation>
    </message>
    <message>
        <source>keep data in separate files (&quot;init&quot;: {&quot;kind&quot;: &quot;file&quot;})</source>
        <translation>legen Sie Daten in eigene Dateien (&quot;init&quot;: {&quot;kind&quot;: &quot;file&quot;})</translation>
    </message>
    <message>
        <source>keep malloc&apos;s heap</source>
        <translation>den Heap von malloc aufbewahren</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; has {expected} ({parameters}), but the launch gives {found}</source>
        <translation>Kernel „{kernel}“ hat {expected} ({parameters}), und der Launch gibt {found}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; was not found in the source{others}</source>
        <translation>die Quelle hat keinen Kernel „{kernel}“{others}</translation>
    </message>
    <message>
        <source>lane {lane} of warp {warp} cannot be stepped: it has returned, or the block does not contain this thread</source>
        <translation>mit Lane {lane} von Warp {warp} sind keine Schritte möglich: sie ist schon zurückgekehrt, oder der Block hat diesen Thread nicht</translation>
    </message>
    <message>
        <source>lanes are numbered from 0 to 31</source>
        <translation>Lanes sind von 0 bis 31 nummeriert</translation>
    </message>
    <message>
        <source>launch &apos;{kernel}&apos; has a texture or surface of &apos;{buffer}&apos;, which has a halo</source>
        <translation>Launch „{kernel}“ hat eine Textur oder Surface von „{buffer}“, der einen Halo hat</translation>
    </message>
    <message>
        <source>launch &apos;{kernel}&apos; repeats itself over &apos;{buffer}&apos;, which has a halo</source>
        <translation>Launch „{kernel}“ wiederholt sich mit „{buffer}“, der einen Halo hat</translation>
    </message>
    <message>
        <source>launches are numbered from 0</source>
        <translation>Launches sind ab 0 nummeriert</translation>
    </message>
    <message>
        <source>leave it out, or give the CUDA source</source>
        <translation>lassen Sie es weg, oder geben Sie die CUDA-Quelle an</translation>
    </message>
    <message>
        <source>leave it out: the code determines the architecture</source>
        <translation>lassen Sie es weg: der Code bestimmt die Architektur</translation>
    </message>
    <message>
        <source>leave out the cast: &apos;/&apos; does not round</source>
        <translation>lassen Sie den Cast weg: „/“ rundet nicht</translation>
    </message>
    <message>
        <source>leave out the semicolon</source>
        <translation>lassen Sie das Semikolon weg</translation>
    </message>
    <message>
        <source>leave out the suffix: numbers are untyped here</source>
        <translation>lassen Sie das Suffix weg: Zahlen haben hier keinen Typ</translation>
    </message>
    <message>
        <source>leave them out, or give the CUDA source</source>
        <translation>lassen Sie sie weg, oder geben Sie die CUDA-Quelle an</translation>
    </message>
    <message>
        <source>let a kernel copy the part that you need into a buffer</source>
        <translation>lassen Sie einen Kernel den Teil, den Sie brauchen, in einen Puffer kopieren</translation>
    </message>
    <message>
        <source>line information is missing from the machine code</source>
        <translation>im Maschinencode fehlen die Angaben zu den Zeilen</translation>
    </message>
    <message>
        <source>link-time optimisation needs NVIDIA&apos;s nvJitLink (CUDA 12 or later), which was not found</source>
        <translation>die Optimierung beim Binden braucht NVIDIAs nvJitLink (ab CUDA 12), und das wurde nicht gefunden</translation>
    </message>
    <message>
        <source>link-time optimisation needs NVIDIA&apos;s nvJitLink (CUDA 12 or later), which was not found: {problem}</source>
        <translation>die Optimierung beim Binden braucht NVIDIAs nvJitLink (ab CUDA 12), und das wurde nicht gefunden: {problem}</translation>
    </message>
    <message>
        <source>listing devices was cancelled</source>
        <translation>das Auflisten der Geräte wurde abgebrochen</translation>
    </message>
    <message>
        <source>look at the file where the message points</source>
        <translation>sehen Sie sich die Datei an der Stelle an, die die Meldung nennt</translation>
    </message>
    <message>
        <source>machine code</source>
        <translation>Maschinencode</translation>
    </message>
    <message>
        <source>machine code is not linked with other sources</source>
        <translation>Maschinencode wird nicht mit anderen Quellen gebunden</translation>
    </message>
    <message>
        <source>make &quot;high&quot; larger than &quot;low&quot;</source>
        <translation>machen Sie &quot;high&quot; größer als &quot;low&quot;</translation>
    </message>
    <message>
        <source>make a separate launch for each</source>
        <translation>machen Sie für jedes einen eigenen Launch</translation>
    </message>
    <message>
        <source>make dtype and shape the same</source>
        <translation>geben Sie beiden denselben dtype und dieselbe Form</translation>
    </message>
    <message>
        <source>make it a define as well, or write its value</source>
        <translation>machen Sie ihn auch zu einem Define, oder schreiben Sie seinen Wert</translation>
    </message>
    <message>
        <source>make it smaller</source>
        <translation>machen Sie den Wert kleiner</translation>
    </message>
    <message>
        <source>make it {expected}</source>
        <translation>machen Sie daraus {expected}</translation>
    </message>
    <message>
        <source>make its array members smaller</source>
        <translation>machen Sie die Arrays darin kleiner</translation>
    </message>
    <message>
        <source>make its shape larger</source>
        <translation>machen Sie seine Form größer</translation>
    </message>
    <message>
        <source>make its shape larger, or give the kernel the buffer itself</source>
        <translation>machen Sie seine Form größer, oder geben Sie dem Kernel den Puffer selbst</translation>
    </message>
    <message>
        <source>make the buffers smaller, or close other programs</source>
        <translation>machen Sie die Puffer kleiner, oder schließen Sie andere Programme</translation>
    </message>
    <message>
        <source>make the shape or the file fit</source>
        <translation>passen Sie die Form oder die Datei an</translation>
    </message>
    <message>
        <source>make the shape smaller</source>
        <translation>machen Sie die Form kleiner</translation>
    </message>
    <message>
        <source>make the source, its device code or the constants smaller</source>
        <translation>machen Sie die Quelle, ihren Device-Code oder die Konstanten kleiner</translation>
    </message>
    <message>
        <source>make them &quot;parameters&quot;, which grids and shapes may use</source>
        <translation>machen Sie &quot;parameters&quot; daraus, die Grids und Formen benutzen können</translation>
    </message>
    <message>
        <source>member &quot;{name}&quot; of {struct}</source>
        <translation>Feld „{name}“ von {struct}</translation>
    </message>
    <message>
        <source>member &apos;{member}&apos; has no header</source>
        <translation>die enthaltene Datei „{member}“ hat keinen Header</translation>
    </message>
    <message>
        <source>member &apos;{member}&apos; is compressed in a way other than deflate</source>
        <translation>die enthaltene Datei „{member}“ ist anders als mit Deflate komprimiert</translation>
    </message>
    <message>
        <source>member &apos;{member}&apos; is damaged: its checksum is wrong</source>
        <translation>die enthaltene Datei „{member}“ ist beschädigt: ihre Prüfsumme ist falsch</translation>
    </message>
    <message>
        <source>member &apos;{member}&apos; is encrypted</source>
        <translation>die enthaltene Datei „{member}“ ist verschlüsselt</translation>
    </message>
    <message>
        <source>memory block {block} is not known to the worker</source>
        <translation>der Worker kennt den Speicherblock {block} nicht</translation>
    </message>
    <message>
        <source>mip levels must be in CUDA arrays</source>
        <translation>Mip-Stufen müssen in CUDA-Arrays liegen</translation>
    </message>
    <message>
        <source>mip levels need normalized coordinates</source>
        <translation>Mip-Stufen brauchen normierte Koordinaten</translation>
    </message>
    <message>
        <source>more numbers than the buffer&apos;s {expected}</source>
        <translation>mehr Zahlen als die {expected} des Puffers</translation>
    </message>
    <message>
        <source>more than 64 arguments</source>
        <translation>mehr als 64 Argumente</translation>
    </message>
    <message>
        <source>more than one thing is expected</source>
        <translation>es wird mehr als eine Sache erwartet</translation>
    </message>
    <message>
        <source>more than {limit} operations</source>
        <translation>mehr als {limit} Operationen</translation>
    </message>
    <message>
        <source>more than {limit} values in one file</source>
        <translation>mehr als {limit} Werte in einer Datei</translation>
    </message>
    <message>
        <source>move it after the launch that it may overlap, or remove &quot;programmatic&quot;</source>
        <translation>setzen Sie ihn hinter den Launch, den er überlappen darf, oder entfernen Sie &quot;programmatic&quot;</translation>
    </message>
    <message>
        <source>name a file</source>
        <translation>nennen Sie eine Datei</translation>
    </message>
    <message>
        <source>name a file, not a folder or a device</source>
        <translation>nennen Sie eine Datei, keinen Ordner und kein Gerät</translation>
    </message>
    <message>
        <source>name at least one field</source>
        <translation>nennen Sie mindestens ein Feld</translation>
    </message>
    <message>
        <source>name one</source>
        <translation>nennen Sie einen</translation>
    </message>
    <message>
        <source>name one of them as &quot;member&quot;: {members}</source>
        <translation>nennen Sie eines davon als &quot;member&quot;: {members}</translation>
    </message>
    <message>
        <source>name only further sources</source>
        <translation>nennen Sie nur weitere Quellen</translation>
    </message>
    <message>
        <source>name the buffer that holds the right values</source>
        <translation>nennen Sie den Puffer mit den richtigen Werten</translation>
    </message>
    <message>
        <source>nested deeper than {limit} levels</source>
        <translation>tiefer als {limit} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>no CUDA compiler (NVRTC, {library}) was found in {places}</source>
        <translation>kein CUDA-Compiler (NVRTC, {library}) war zu finden, gesucht wurde in {places}</translation>
    </message>
    <message>
        <source>no bins, or an empty range</source>
        <translation>keine Klassen (bins) oder ein leerer Bereich</translation>
    </message>
    <message>
        <source>no device fits &quot;{device}&quot;</source>
        <translation>kein Gerät passt zu „{device}“</translation>
    </message>
    <message>
        <source>no device is usable; see warpbench-cli devices</source>
        <translation>kein Gerät ist zu benutzen; siehe warpbench-cli devices</translation>
    </message>
    <message>
        <source>no disassembler was found: neither nvdisasm nor cuobjdump</source>
        <translation>kein Disassembler war zu finden: weder nvdisasm noch cuobjdump</translation>
    </message>
    <message>
        <source>no function makes structs, and &apos;{buffer}&apos; holds them</source>
        <translation>keine Funktion macht Strukturen, und „{buffer}“ enthält welche</translation>
    </message>
    <message>
        <source>no speeds of {device} are known</source>
        <translation>wie schnell {device} ist, ist nicht bekannt</translation>
    </message>
    <message>
        <source>no time was estimated</source>
        <translation>es wurde keine Zeit geschätzt</translation>
    </message>
    <message>
        <source>no usable device was found</source>
        <translation>kein Gerät war zu finden, das zu benutzen ist</translation>
    </message>
    <message>
        <source>normal numbers are fractions, but its type is {type}</source>
        <translation>normalverteilte Zahlen sind nicht ganz, aber sein Typ ist {type}</translation>
    </message>
    <message>
        <source>not a usable .npy file: {problem}</source>
        <translation>keine brauchbare .npy-Datei: {problem}</translation>
    </message>
    <message>
        <source>not a usable .npz file: {problem}</source>
        <translation>keine brauchbare .npz-Datei: {problem}</translation>
    </message>
    <message>
        <source>not as many axes as dimensions</source>
        <translation>nicht so viele Achsen wie Dimensionen</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>not valid JSON: {problem}</source>
        <translation>kein gültiges JSON: {problem}</translation>
    </message>
    <message>
        <source>nothing is checked here</source>
        <translation>hier wird nichts geprüft</translation>
    </message>
    <message>
        <source>nothing is expected here</source>
        <translation>hier wird nichts erwartet</translation>
    </message>
    <message>
        <source>nothing was launched</source>
        <translation>nichts wurde gestartet</translation>
    </message>
    <message>
        <source>nvJitLink {version} ({library}) does not link what NVRTC {needed} makes</source>
        <translation>nvJitLink {version} ({library}) bindet nicht, was NVRTC {needed} macht</translation>
    </message>
    <message>
        <source>nvcc needs a host compiler that it knows (g++; on Windows cl.exe of Visual Studio, on PATH), the toolkit&apos;s headers, and a GPU that it knows (a newer one needs a newer toolkit); a generated step (&quot;reduce&quot;, &quot;scan&quot;, &quot;sort&quot;) does not need nvcc</source>
        <translation>nvcc braucht einen Host-Compiler, den es kennt (g++; unter Windows cl.exe von Visual Studio, im PATH), die Header des Toolkits und eine GPU, die es kennt (eine neuere braucht ein neueres Toolkit); ein erzeugter Schritt (&quot;reduce&quot;, &quot;scan&quot;, &quot;sort&quot;) braucht nvcc nicht</translation>
    </message>
    <message>
        <source>nvcc was stopped</source>
        <translation>nvcc wurde angehalten</translation>
    </message>
    <message>
        <source>nvcc, which compiles NVIDIA&apos;s header-only libraries, was not found</source>
        <translation>nvcc wurde nicht gefunden, und das kompiliert NVIDIAs Bibliotheken, die nur aus Headern bestehen</translation>
    </message>
    <message>
        <source>only numbers make a curve, and the buffer holds structs</source>
        <translation>eine Kurve braucht Zahlen, und der Puffer enthält Strukturen</translation>
    </message>
    <message>
        <source>only the simulated GPU can be stepped through</source>
        <translation>nur durch die simulierte GPU kann in Schritten gegangen werden</translation>
    </message>
    <message>
        <source>open a file whose &quot;format&quot; is &quot;{expected}&quot;</source>
        <translation>öffnen Sie eine Datei, deren &quot;format&quot; &quot;{expected}&quot; ist</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>pictures are only written</source>
        <translation>Bilder werden nur geschrieben</translation>
    </message>
    <message>
        <source>pitch() takes the name of a buffer</source>
        <translation>pitch() nimmt den Namen eines Puffers</translation>
    </message>
    <message>
        <source>put malloc&apos;s heap back</source>
        <translation>den Heap von malloc wiederherstellen</translation>
    </message>
    <message>
        <source>randint makes integers beyond 2^63 for uint64 buffers only</source>
        <translation>randint macht ganze Zahlen über 2^63 nur für Puffer vom Typ uint64</translation>
    </message>
    <message>
        <source>randint makes {number}, which {type} cannot hold</source>
        <translation>randint macht {number}, und das passt nicht in {type}</translation>
    </message>
    <message>
        <source>randint of buffer &apos;{buffer}&apos; has the empty range [{low}, {high})</source>
        <translation>randint von Puffer „{buffer}“ hat den leeren Bereich [{low}, {high})</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>Rang {rank}</translation>
    </message>
    <message>
        <source>rank {rank} on {host}</source>
        <translation>Rang {rank} auf {host}</translation>
    </message>
    <message>
        <source>reading a buffer was cancelled</source>
        <translation>das Lesen eines Puffers wurde abgebrochen</translation>
    </message>
    <message>
        <source>reduce it by &quot;sum&quot;</source>
        <translation>reduzieren Sie ihn mit &quot;sum&quot;</translation>
    </message>
    <message>
        <source>remove &quot;address&quot;, or &quot;memory&quot;, &quot;split&quot; and &quot;halo&quot;</source>
        <translation>entfernen Sie &quot;address&quot; oder aber &quot;memory&quot;, &quot;split&quot; und &quot;halo&quot;</translation>
    </message>
    <message>
        <source>remove &quot;address&quot;, or use one device</source>
        <translation>entfernen Sie &quot;address&quot;, oder nehmen Sie ein einziges Gerät</translation>
    </message>
    <message>
        <source>remove &quot;memory&quot; or &quot;levels&quot;</source>
        <translation>entfernen Sie &quot;memory&quot; oder &quot;levels&quot;</translation>
    </message>
    <message>
        <source>remove &quot;memory&quot;, or &quot;split&quot; and &quot;halo&quot;</source>
        <translation>entfernen Sie &quot;memory&quot; oder aber &quot;split&quot; und &quot;halo&quot;</translation>
    </message>
    <message>
        <source>remove &quot;programmatic&quot;</source>
        <translation>entfernen Sie &quot;programmatic&quot;</translation>
    </message>
    <message>
        <source>remove &quot;repeat&quot;; &quot;rounds&quot; repeats both</source>
        <translation>entfernen Sie &quot;repeat&quot;; &quot;rounds&quot; wiederholt beide</translation>
    </message>
    <message>
        <source>remove &quot;split&quot; or &quot;reduce&quot;</source>
        <translation>entfernen Sie &quot;split&quot; oder &quot;reduce&quot;</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>entfernen Sie es</translation>
    </message>
    <message>
        <source>remove it, or launch a kernel of the source</source>
        <translation>entfernen Sie es, oder starten Sie einen Kernel der Quelle</translation>
    </message>
    <message>
        <source>remove its &quot;memory&quot;, or write your own kernel</source>
        <translation>entfernen Sie sein &quot;memory&quot;, oder schreiben Sie einen eigenen Kernel</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>entfernen Sie eines von beiden</translation>
    </message>
    <message>
        <source>remove that character, or save the file as UTF-8</source>
        <translation>nehmen Sie dieses Zeichen heraus, oder speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>remove the rest</source>
        <translation>entfernen Sie den Rest</translation>
    </message>
    <message>
        <source>rename one of them</source>
        <translation>benennen Sie eines davon um</translation>
    </message>
    <message>
        <source>rename the parameter, define or buffer of this name</source>
        <translation>benennen Sie den Parameter, das Define oder den Puffer dieses Namens um</translation>
    </message>
    <message>
        <source>reshape one of them</source>
        <translation>ändern Sie die Form eines von beiden</translation>
    </message>
    <message>
        <source>round it, for instance with //</source>
        <translation>runden Sie ihn, etwa mit //</translation>
    </message>
    <message>
        <source>run again to recreate it</source>
        <translation>starten Sie einen neuen Lauf, der ihn wieder anlegt</translation>
    </message>
    <message>
        <source>run again, and look before the next run</source>
        <translation>starten Sie einen neuen Lauf, und sehen Sie vor dem nächsten nach</translation>
    </message>
    <message>
        <source>run it on a GPU, or leave &quot;graph&quot; (--graph) out</source>
        <translation>führen Sie es auf einer GPU aus, oder lassen Sie &quot;graph&quot; (--graph) weg</translation>
    </message>
    <message>
        <source>run it on one device, or without &quot;graph&quot; (--graph)</source>
        <translation>führen Sie es auf einem einzigen Gerät aus oder ohne &quot;graph&quot; (--graph)</translation>
    </message>
    <message>
        <source>run it with warpbench-cli, or give the project PTX</source>
        <translation>führen Sie es mit warpbench-cli aus, oder geben Sie dem Projekt PTX</translation>
    </message>
    <message>
        <source>sRGB values are bytes that are read as floats, but {buffer} is not</source>
        <translation>sRGB-Werte sind Bytes, die als Gleitkommazahlen gelesen werden, und {buffer} ist das nicht</translation>
    </message>
    <message>
        <source>save it as UTF-8</source>
        <translation>speichern Sie sie als UTF-8</translation>
    </message>
    <message>
        <source>save it under another name; parts that this version does not know may be lost</source>
        <translation>speichern Sie es unter einem anderen Namen, wobei verloren gehen kann, was diese Version nicht kennt</translation>
    </message>
    <message>
        <source>save the project to keep the new version</source>
        <translation>speichern Sie das Projekt, um die neue Version zu behalten</translation>
    </message>
    <message>
        <source>save under another name, or make the file writable</source>
        <translation>speichern Sie unter einem anderen Namen, oder machen Sie die Datei beschreibbar</translation>
    </message>
    <message>
        <source>see Problems after Compile</source>
        <translation>Probleme zeigt nach dem Kompilieren, warum</translation>
    </message>
    <message>
        <source>set &quot;normalized&quot; to true</source>
        <translation>setzen Sie &quot;normalized&quot; auf true</translation>
    </message>
    <message>
        <source>set TMPDIR to a folder that can be written</source>
        <translation>setzen Sie TMPDIR auf einen Ordner, in den geschrieben werden kann</translation>
    </message>
    <message>
        <source>set breakpoints</source>
        <translation>Haltepunkte setzen</translation>
    </message>
    <message>
        <source>set fewer rounds, or leave &quot;graph&quot; (--graph) out</source>
        <translation>setzen Sie weniger Runden, oder lassen Sie &quot;graph&quot; (--graph) weg</translation>
    </message>
    <message>
        <source>set the types of shared variables</source>
        <translation>die Typen von Shared-Variablen setzen</translation>
    </message>
    <message>
        <source>set {variable} to a folder that can be written</source>
        <translation>setzen Sie {variable} auf einen Ordner, in den geschrieben werden kann</translation>
    </message>
    <message>
        <source>shared memory in bytes</source>
        <translation>Shared Memory in Bytes</translation>
    </message>
    <message>
        <source>shift by 0 to 63</source>
        <translation>schieben Sie um 0 bis 63</translation>
    </message>
    <message>
        <source>shorten it</source>
        <translation>kürzen Sie ihn</translation>
    </message>
    <message>
        <source>shorten the expression</source>
        <translation>kürzen Sie den Ausdruck</translation>
    </message>
    <message>
        <source>simplify it</source>
        <translation>vereinfachen Sie den Ausdruck</translation>
    </message>
    <message>
        <source>sort needs as many results as arguments</source>
        <translation>sort braucht so viele Ergebnisse wie Argumente</translation>
    </message>
    <message>
        <source>sort writes &apos;{buffer}&apos; twice</source>
        <translation>sort schreibt „{buffer}“ zweimal</translation>
    </message>
    <message>
        <source>split buffers with the same number of rows</source>
        <translation>teilen Sie nur Puffer mit derselben Zahl von Zeilen</translation>
    </message>
    <message>
        <source>split it: &quot;split&quot;: &quot;rows&quot;; or say how to combine the copies: &quot;reduce&quot;: &quot;sum&quot;; or set its access to in</source>
        <translation>teilen Sie ihn: &quot;split&quot;: &quot;rows&quot;; oder sagen Sie, wie die Kopien zusammenkommen: &quot;reduce&quot;: &quot;sum&quot;; oder setzen Sie seinen Zugriff auf „in“</translation>
    </message>
    <message>
        <source>split the call</source>
        <translation>teilen Sie den Aufruf auf</translation>
    </message>
    <message>
        <source>split the expression into parameters</source>
        <translation>teilen Sie den Ausdruck in Parameter auf</translation>
    </message>
    <message>
        <source>start stepping again</source>
        <translation>beginnen Sie noch einmal mit den Schritten</translation>
    </message>
    <message>
        <source>step</source>
        <translation>in Schritten gehen</translation>
    </message>
    <message>
        <source>stepping was stopped</source>
        <translation>das Gehen in Schritten wurde angehalten</translation>
    </message>
    <message>
        <source>stream &quot;{stream}&quot; cannot have the priority {priority}: {device} has {first} (goes first) to {last}</source>
        <translation>Stream „{stream}“ kann nicht die Priorität {priority} haben: {device} hat {first} (kommt zuerst) bis {last}</translation>
    </message>
    <message>
        <source>stream &quot;{stream}&quot; has the priorities {priority} and {other}</source>
        <translation>Stream „{stream}“ hat die Prioritäten {priority} und {other}</translation>
    </message>
    <message>
        <source>structs and lists are nested more than {limit} levels deep</source>
        <translation>Strukturen und Listen sind mehr als {limit} Ebenen tief verschachtelt</translation>
    </message>
    <message>
        <source>swap them</source>
        <translation>vertauschen Sie beide</translation>
    </message>
    <message>
        <source>take real() or abs() of them</source>
        <translation>nehmen Sie davon real() oder abs()</translation>
    </message>
    <message>
        <source>the .npz file contains several arrays</source>
        <translation>die .npz-Datei enthält mehrere Arrays</translation>
    </message>
    <message>
        <source>the .npz file does not contain the array &apos;{member}&apos;</source>
        <translation>die .npz-Datei enthält kein Array „{member}“</translation>
    </message>
    <message>
        <source>the PTX was made by a newer compiler than this driver knows; update the driver, or make the PTX with an older compiler</source>
        <translation>das PTX hat ein neuerer Compiler gemacht, als dieser Treiber kennt; bringen Sie den Treiber auf den neuesten Stand, oder machen Sie das PTX mit einem älteren Compiler</translation>
    </message>
    <message>
        <source>the address of &apos;{buffer}&apos;</source>
        <translation>die Adresse von „{buffer}“</translation>
    </message>
    <message>
        <source>the array has too few dimensions</source>
        <translation>das Array hat zu wenige Dimensionen</translation>
    </message>
    <message>
        <source>the array has {count} elements</source>
        <translation>das Array hat {count} Elemente</translation>
    </message>
    <message>
        <source>the array is empty</source>
        <translation>das Array ist leer</translation>
    </message>
    <message>
        <source>the array is too long for a reference</source>
        <translation>das Array ist zu lang für eine Referenz</translation>
    </message>
    <message>
        <source>the arrays have {first} and {second} elements</source>
        <translation>die Arrays haben {first} und {second} Elemente</translation>
    </message>
    <message>
        <source>the buffer has a field &apos;{field}&apos;, but the file does not</source>
        <translation>der Puffer hat ein Feld „{field}“, und die Datei hat es nicht</translation>
    </message>
    <message>
        <source>the buffer has {dimensions}, so it cannot be indexed with &apos;{name}&apos;</source>
        <translation>der Puffer hat {dimensions}, also ist „{name}“ kein Index für ihn</translation>
    </message>
    <message>
        <source>the buffers need {needed}, but {device} has {available}; the largest is &quot;{buffer}&quot; with {size}</source>
        <translation>die Puffer brauchen {needed}, und {device} hat {available}; der größte ist „{buffer}“ mit {size}</translation>
    </message>
    <message>
        <source>the character &apos;{character}&apos;</source>
        <translation>das Zeichen „{character}“</translation>
    </message>
    <message>
        <source>the compiler does not report the layout of {parameter}</source>
        <translation>der Compiler gibt nicht an, wie {parameter} im Speicher angeordnet ist</translation>
    </message>
    <message>
        <source>the compiler option &quot;{option}&quot; may name a file, which a project&apos;s options may not</source>
        <translation>die Option „{option}“ des Compilers kann eine Datei nennen, was die Optionen eines Projekts nicht dürfen</translation>
    </message>
    <message>
        <source>the copy that a texture or surface needs would come between a programmatic launch and the one before it</source>
        <translation>die Kopie, die eine Textur oder Surface braucht, käme zwischen einen programmatischen Launch und den davor</translation>
    </message>
    <message>
        <source>the copy was cancelled</source>
        <translation>das Kopieren wurde abgebrochen</translation>
    </message>
    <message>
        <source>the default stream cannot have a priority</source>
        <translation>der Standard-Stream kann keine Priorität haben</translation>
    </message>
    <message>
        <source>the define &apos;{name}&apos; is not a number: {problem}</source>
        <translation>das Define „{name}“ ist keine Zahl: {problem}</translation>
    </message>
    <message>
        <source>the device rejected the project&apos;s limits: {problem}</source>
        <translation>das Gerät nahm die Grenzen des Projekts nicht an: {problem}</translation>
    </message>
    <message>
        <source>the expression is longer than 64 KiB</source>
        <translation>der Ausdruck ist länger als 64 KiB</translation>
    </message>
    <message>
        <source>the file .cuda-device in the home folder</source>
        <translation>die Datei .cuda-device im Home-Ordner</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>die Datei kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>the file cannot be read: {reason}</source>
        <translation>die Datei kann nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>the file does not say its own type and shape</source>
        <translation>die Datei sagt nicht selbst, welchen Typ und welche Form sie hat</translation>
    </message>
    <message>
        <source>the file has a field &apos;{field}&apos;, but the buffer does not</source>
        <translation>die Datei hat ein Feld „{field}“, der Puffer aber nicht</translation>
    </message>
    <message>
        <source>the file has {found} numbers, and the buffer {expected}</source>
        <translation>die Datei hat {found} Zahlen, und der Puffer {expected}</translation>
    </message>
    <message>
        <source>the file has {found}, but the buffer {expected}</source>
        <translation>die Datei hat {found}, und der Puffer {expected}</translation>
    </message>
    <message>
        <source>the file has {found}, far more than the buffer&apos;s {expected}</source>
        <translation>die Datei hat {found}, viel mehr als der Puffer ({expected})</translation>
    </message>
    <message>
        <source>the file holds only machine code that this device cannot run; give PTX instead, made with `nvcc -ptx`</source>
        <translation>die Datei enthält nur Maschinencode, den dieses Gerät nicht ausführen kann; geben Sie stattdessen PTX an, erzeugt mit `nvcc -ptx`</translation>
    </message>
    <message>
        <source>the file holds {found}, but the buffer {expected}</source>
        <translation>die Datei enthält {found}, und der Puffer {expected}</translation>
    </message>
    <message>
        <source>the file is UTF-16, but a project must be UTF-8</source>
        <translation>die Datei ist UTF-16, und ein Projekt muss UTF-8 sein</translation>
    </message>
    <message>
        <source>the file is larger than 64 MiB</source>
        <translation>die Datei ist größer als 64 MiB</translation>
    </message>
    <message>
        <source>the file was written by a newer Warpbench; update this one</source>
        <translation>die Datei wurde von einem neueren Warpbench geschrieben; aktualisieren Sie dieses</translation>
    </message>
    <message>
        <source>the file {file} is read-only</source>
        <translation>die Datei {file} ist schreibgeschützt</translation>
    </message>
    <message>
        <source>the file&apos;s shape is {found}, but the buffer&apos;s {expected}</source>
        <translation>die Datei hat die Form {found}, und der Puffer {expected}</translation>
    </message>
    <message>
        <source>the first array&apos;s columns must be as many as the second one&apos;s rows</source>
        <translation>das erste Feld muss so viele Spalten haben wie das zweite Zeilen</translation>
    </message>
    <message>
        <source>the halo of &apos;{buffer}&apos;</source>
        <translation>der Halo von „{buffer}“</translation>
    </message>
    <message>
        <source>the index {index} is outside the array</source>
        <translation>der Index {index} liegt außerhalb des Feldes</translation>
    </message>
    <message>
        <source>the indices are not integers</source>
        <translation>die Indizes sind keine ganzen Zahlen</translation>
    </message>
    <message>
        <source>the inner dimensions are {first} and {second}</source>
        <translation>die inneren Dimensionen sind {first} und {second}</translation>
    </message>
    <message>
        <source>the kernel is larger than the array</source>
        <translation>der Kern der Faltung ist größer als das Feld</translation>
    </message>
    <message>
        <source>the kernel&apos;s machine code is not known</source>
        <translation>der Maschinencode des Kernels ist nicht bekannt</translation>
    </message>
    <message>
        <source>the key &apos;{key}&apos; appears twice</source>
        <translation>der Schlüssel „{key}“ steht zweimal da</translation>
    </message>
    <message>
        <source>the key &apos;{key}&apos; is missing</source>
        <translation>der Schlüssel „{key}“ fehlt</translation>
    </message>
    <message>
        <source>the last dimension of buffer &quot;{buffer}&quot; must be {count}, the number of channels</source>
        <translation>die letzte Dimension des Puffers „{buffer}“ muss {count} sein, die Zahl der Kanäle</translation>
    </message>
    <message>
        <source>the launch of {kernel} before this one failed: {problem}</source>
        <translation>der Launch von {kernel} davor schlug fehl: {problem}</translation>
    </message>
    <message>
        <source>the launches cannot be one graph on a simulated GPU: &quot;{step}&quot; is computed by the host there</source>
        <translation>die Launches können auf einer simulierten GPU kein Graph sein: „{step}“ wird dort vom Host berechnet</translation>
    </message>
    <message>
        <source>the launches cannot be one graph: the devices exchange rows of &quot;{buffer}&quot; between them</source>
        <translation>die Launches können kein Graph sein: die Geräte tauschen zwischen ihnen Zeilen von „{buffer}“ aus</translation>
    </message>
    <message>
        <source>the line has {found} numbers, and the first row {expected}</source>
        <translation>die Zeile hat {found} Zahlen, und die erste {expected}</translation>
    </message>
    <message>
        <source>the number of elements does not fit 64 bits</source>
        <translation>die Zahl der Elemente passt nicht in 64 Bit</translation>
    </message>
    <message>
        <source>the number {number}</source>
        <translation>die Zahl {number}</translation>
    </message>
    <message>
        <source>the number {number} is out of range</source>
        <translation>die Zahl {number} liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>the offset into &apos;{buffer}&apos;</source>
        <translation>der Versatz in „{buffer}“</translation>
    </message>
    <message>
        <source>the picture could not be compressed</source>
        <translation>das Bild konnte nicht komprimiert werden</translation>
    </message>
    <message>
        <source>the program that started this worker has ended</source>
        <translation>das Programm, das diesen Arbeitsprozess gestartet hat, ist zu Ende</translation>
    </message>
    <message>
        <source>the project has not been saved yet</source>
        <translation>das Projekt wurde noch nicht gespeichert</translation>
    </message>
    <message>
        <source>the project needs its file “{file}”, but another file of that name already exists there</source>
        <translation>das Projekt braucht seine Datei „{file}“, und eine andere dieses Namens ist schon da</translation>
    </message>
    <message>
        <source>the project was written by a newer Warpbench</source>
        <translation>das Projekt wurde von einem neueren Warpbench geschrieben</translation>
    </message>
    <message>
        <source>the project was written by a newer version of Warpbench</source>
        <translation>das Projekt wurde von einer neueren Version von Warpbench geschrieben</translation>
    </message>
    <message>
        <source>the project&apos;s file “{file}” cannot be copied: {problem}</source>
        <translation>die Datei „{file}“ des Projekts kann nicht kopiert werden: {problem}</translation>
    </message>
    <message>
        <source>the range is not finite</source>
        <translation>der Bereich ist nicht endlich</translation>
    </message>
    <message>
        <source>the result is complex, and the buffer is {type}</source>
        <translation>das Ergebnis ist komplex, und der Puffer ist {type}</translation>
    </message>
    <message>
        <source>the result is complex, but &apos;{buffer}&apos; is {type}</source>
        <translation>das Ergebnis ist komplex, und „{buffer}“ ist {type}</translation>
    </message>
    <message>
        <source>the result&apos;s shape is {found}, but &apos;{buffer}&apos; has {expected}</source>
        <translation>das Ergebnis hat die Form {found}, und „{buffer}“ hat {expected}</translation>
    </message>
    <message>
        <source>the rows have {found} numbers, and those of the buffer {expected}</source>
        <translation>die Zeilen haben {found} Zahlen, und die des Puffers {expected}</translation>
    </message>
    <message>
        <source>the rows of buffer &quot;{buffer}&quot; are its texels, so it cannot be pitched</source>
        <translation>die Zeilen des Puffers „{buffer}“ sind seine Texel, also können sie keinen Abstand (pitched) haben</translation>
    </message>
    <message>
        <source>the run is split over {count} devices, and of compute capability {capability} there {found}</source>
        <translation>der Lauf ist auf {count} Geräte aufgeteilt, und mit Compute Capability {capability} {found}</translation>
    </message>
    <message>
        <source>the run succeeded but did not report {objective}{why}</source>
        <translation>der Lauf gelang, meldete aber {objective} nicht{why}</translation>
    </message>
    <message>
        <source>the run was stopped after its limit of {limit} s</source>
        <translation>der Lauf wurde nach seiner Grenze von {limit} s angehalten</translation>
    </message>
    <message>
        <source>the simulated GPU refused to {action} (error {number})</source>
        <translation>die simulierte GPU lehnte das ab: {action} (Fehler {number})</translation>
    </message>
    <message>
        <source>the size of buffer &apos;{buffer}&apos; in bytes does not fit 64 bits</source>
        <translation>die Größe des Puffers „{buffer}“ in Bytes passt nicht in 64 Bit</translation>
    </message>
    <message>
        <source>the source</source>
        <translation>die Quelle</translation>
    </message>
    <message>
        <source>the source does not compile</source>
        <translation>die Quelle lässt sich nicht kompilieren</translation>
    </message>
    <message>
        <source>the source file &apos;{file}&apos;: {problem}</source>
        <translation>die Quelldatei „{file}“: {problem}</translation>
    </message>
    <message>
        <source>the source is given by nothing</source>
        <translation>die Quelle ist nicht angegeben</translation>
    </message>
    <message>
        <source>the source is given twice</source>
        <translation>die Quelle ist zweimal angegeben</translation>
    </message>
    <message>
        <source>the source is machine code, which is no text to show</source>
        <translation>die Quelle ist Maschinencode, und der ist kein Text, der zu zeigen wäre</translation>
    </message>
    <message>
        <source>the standard deviation of buffer &apos;{buffer}&apos; is {found}</source>
        <translation>die Standardabweichung des Puffers „{buffer}“ ist {found}</translation>
    </message>
    <message>
        <source>the struct has two fields named &apos;{field}&apos;</source>
        <translation>die Struktur hat zwei Felder namens „{field}“</translation>
    </message>
    <message>
        <source>the struct is larger than 1 GiB</source>
        <translation>die Struktur ist größer als 1 GiB</translation>
    </message>
    <message>
        <source>the values for &quot;{variable}&quot; have {size} bytes, but the variable has {limit}</source>
        <translation>die Werte für „{variable}“ haben {size} Bytes, und die Variable hat {limit}</translation>
    </message>
    <message>
        <source>the values of &quot;{variable}&quot;: {problem}</source>
        <translation>die Werte von „{variable}“: {problem}</translation>
    </message>
    <message>
        <source>the variable has both a value and a file</source>
        <translation>die Variable hat einen Wert und auch eine Datei</translation>
    </message>
    <message>
        <source>the {code} is for {architecture}, and {device} has compute capability {capability}</source>
        <translation>{code} ist hier für {architecture}, und {device} hat Compute Capability {capability}</translation>
    </message>
    <message>
        <source>the {kind} &apos;{name}&apos; has the same name as another {other}</source>
        <translation>{kind} „{name}“ heißt wie etwas anderes ({other})</translation>
    </message>
    <message>
        <source>the {kind} &apos;{name}&apos; has the same name as another {other} (line {line})</source>
        <translation>{kind} „{name}“ heißt wie etwas anderes ({other}, Zeile {line})</translation>
    </message>
    <message>
        <source>there is no machine code</source>
        <translation>es gibt keinen Maschinencode</translation>
    </message>
    <message>
        <source>these are not bytes in hexadecimal</source>
        <translation>das sind keine hexadezimalen Bytes</translation>
    </message>
    <message>
        <source>this argument is a {kind} and a {other}</source>
        <translation>dieses Argument ist sowohl {kind} als auch {other}</translation>
    </message>
    <message>
        <source>this character</source>
        <translation>dieses Zeichen</translation>
    </message>
    <message>
        <source>this function works on whole arrays, but a number is expected here</source>
        <translation>diese Funktion arbeitet mit ganzen Feldern, und hier ist eine Zahl fällig</translation>
    </message>
    <message>
        <source>this is &apos;{found}&apos;, not a {expected} file</source>
        <translation>dies ist „{found}“ und keine Datei der Art {expected}</translation>
    </message>
    <message>
        <source>this is not a file</source>
        <translation>dies ist keine Datei</translation>
    </message>
    <message>
        <source>this is not a text file: it contains zero bytes</source>
        <translation>dies ist keine Textdatei: sie enthält Bytes, die null sind</translation>
    </message>
    <message>
        <source>this is not a value that a sweep can try</source>
        <translation>dies ist kein Wert, den ein Sweep probieren kann</translation>
    </message>
    <message>
        <source>this length cannot be transformed</source>
        <translation>diese Länge kann nicht transformiert werden</translation>
    </message>
    <message>
        <source>this number does not fit a 64-bit integer</source>
        <translation>diese Zahl passt in keine ganze Zahl von 64 Bit</translation>
    </message>
    <message>
        <source>this number is too large for a 64-bit float</source>
        <translation>diese Zahl ist zu groß für eine Gleitkommazahl von 64 Bit</translation>
    </message>
    <message>
        <source>this system cannot keep the compiler from files outside the source&apos;s folder</source>
        <translation>dieses System kann den Compiler nicht von Dateien außerhalb des Ordners der Quelle fernhalten</translation>
    </message>
    <message>
        <source>two arrays of different type or size are compared</source>
        <translation>zwei Felder von verschiedenem Typ oder verschiedener Größe werden verglichen</translation>
    </message>
    <message>
        <source>uniform numbers are fractions, but its type is {type}</source>
        <translation>gleichverteilte Zahlen sind Brüche, und sein Typ ist {type}</translation>
    </message>
    <message>
        <source>unknown buffer &apos;{buffer}&apos;</source>
        <translation>es gibt keinen Puffer „{buffer}“</translation>
    </message>
    <message>
        <source>unknown entry &apos;{key}&apos; in its header</source>
        <translation>unbekannter Eintrag „{key}“ im Kopf</translation>
    </message>
    <message>
        <source>unknown function</source>
        <translation>diese Funktion gibt es nicht</translation>
    </message>
    <message>
        <source>unknown function &apos;{function}&apos;</source>
        <translation>es gibt keine Funktion „{function}“</translation>
    </message>
    <message>
        <source>unknown host code &quot;{name}&quot; in a message</source>
        <translation>unbekannter Host-Code „{name}“ in einer Nachricht</translation>
    </message>
    <message>
        <source>unknown key &apos;{key}&apos;</source>
        <translation>unbekannter Schlüssel „{key}“</translation>
    </message>
    <message>
        <source>unknown lane {lane}</source>
        <translation>es gibt keine Lane {lane}</translation>
    </message>
    <message>
        <source>unknown launch {launch}: the project has {count}</source>
        <translation>es gibt keinen Launch {launch}: das Projekt hat {count}</translation>
    </message>
    <message>
        <source>unknown parameter or define &apos;{name}&apos;</source>
        <translation>es gibt keinen Parameter und kein Define „{name}“</translation>
    </message>
    <message>
        <source>unknown severity &quot;{name}&quot; in a message</source>
        <translation>unbekannter Schweregrad „{name}“ in einer Nachricht</translation>
    </message>
    <message>
        <source>update Warpbench to change it</source>
        <translation>aktualisieren Sie Warpbench, um es zu ändern</translation>
    </message>
    <message>
        <source>usable devices: {devices}</source>
        <translation>benutzbare Geräte: {devices}</translation>
    </message>
    <message>
        <source>use &quot;include_dirs&quot; for headers; or, {advice}</source>
        <translation>nehmen Sie &quot;include_dirs&quot; für Header; oder {advice}</translation>
    </message>
    <message>
        <source>use &quot;randint&quot;, or a floating-point type</source>
        <translation>nehmen Sie &quot;randint&quot; oder einen Gleitkommatyp</translation>
    </message>
    <message>
        <source>use &quot;rounds&quot; of the project; rows are exchanged before each launch</source>
        <translation>nehmen Sie &quot;rounds&quot; des Projekts; Zeilen werden vor jedem Launch ausgetauscht</translation>
    </message>
    <message>
        <source>use &quot;zeros&quot; or &quot;file&quot; for its init</source>
        <translation>nehmen Sie &quot;zeros&quot; oder &quot;file&quot; für seinen Anfangswert</translation>
    </message>
    <message>
        <source>use .npy or .npz</source>
        <translation>nehmen Sie .npy oder .npz</translation>
    </message>
    <message>
        <source>use .npy or raw bytes</source>
        <translation>nehmen Sie .npy oder rohe Bytes</translation>
    </message>
    <message>
        <source>use / or real()</source>
        <translation>nehmen Sie / oder real()</translation>
    </message>
    <message>
        <source>use 8-, 16- or 32-bit integers, float16 or float32</source>
        <translation>nehmen Sie ganze Zahlen von 8, 16 oder 32 Bit, float16 oder float32</translation>
    </message>
    <message>
        <source>use a buffer of an integer type</source>
        <translation>nehmen Sie einen Puffer mit ganzzahligem Typ</translation>
    </message>
    <message>
        <source>use a buffer of scalars or of a vector type here</source>
        <translation>nehmen Sie hier einen Puffer aus Skalaren oder mit einem Vektortyp</translation>
    </message>
    <message>
        <source>use a file, or a reference kernel and another buffer</source>
        <translation>nehmen Sie eine Datei oder einen Referenz-Kernel und einen weiteren Puffer</translation>
    </message>
    <message>
        <source>use a reference kernel and compare buffers</source>
        <translation>nehmen Sie einen Referenz-Kernel, und vergleichen Sie Puffer</translation>
    </message>
    <message>
        <source>use a scalar or vector type</source>
        <translation>nehmen Sie einen skalaren Typ oder einen Vektortyp</translation>
    </message>
    <message>
        <source>use a separate project for the step, or give the CUDA source</source>
        <translation>nehmen Sie ein eigenes Projekt für den Schritt, oder geben Sie die CUDA-Quelle an</translation>
    </message>
    <message>
        <source>use a smaller range, or the type uint64</source>
        <translation>nehmen Sie einen kleineren Bereich oder den Typ uint64</translation>
    </message>
    <message>
        <source>use a system that can (Linux 5.13 or newer with Landlock)</source>
        <translation>nehmen Sie ein System, das es kann (Linux ab 5.13 mit Landlock)</translation>
    </message>
    <message>
        <source>use a vector type for the channels, or remove its &quot;memory&quot;</source>
        <translation>nehmen Sie einen Vektortyp für die Kanäle, oder entfernen Sie sein &quot;memory&quot;</translation>
    </message>
    <message>
        <source>use a wider type or a smaller range</source>
        <translation>nehmen Sie einen breiteren Typ oder einen kleineren Bereich</translation>
    </message>
    <message>
        <source>use a wider type or correct the file</source>
        <translation>nehmen Sie einen breiteren Typ, oder berichtigen Sie die Datei</translation>
    </message>
    <message>
        <source>use abs() of them</source>
        <translation>nehmen Sie abs() davon</translation>
    </message>
    <message>
        <source>use abs() on the base</source>
        <translation>nehmen Sie abs() von der Basis</translation>
    </message>
    <message>
        <source>use another access than resident, or remove &quot;address&quot;</source>
        <translation>nehmen Sie einen anderen Zugriff als resident, oder entfernen Sie &quot;address&quot;</translation>
    </message>
    <message>
        <source>use another access than resident, or remove &quot;memory&quot;</source>
        <translation>nehmen Sie einen anderen Zugriff als resident, oder entfernen Sie &quot;memory&quot;</translation>
    </message>
    <message>
        <source>use another access, or one device</source>
        <translation>nehmen Sie einen anderen Zugriff oder ein einziges Gerät</translation>
    </message>
    <message>
        <source>use another length</source>
        <translation>nehmen Sie eine andere Länge</translation>
    </message>
    <message>
        <source>use another value</source>
        <translation>nehmen Sie einen anderen Wert</translation>
    </message>
    <message>
        <source>use another value, or a wider member</source>
        <translation>nehmen Sie einen anderen Wert oder ein breiteres Feld</translation>
    </message>
    <message>
        <source>use buffers of an integer type</source>
        <translation>nehmen Sie Puffer mit ganzzahligem Typ</translation>
    </message>
    <message>
        <source>use buffers of numbers</source>
        <translation>nehmen Sie Puffer aus Zahlen</translation>
    </message>
    <message>
        <source>use conv_full or conv_same</source>
        <translation>nehmen Sie conv_full oder conv_same</translation>
    </message>
    <message>
        <source>use fewer (Set-up, Project; --devices), or --device sim</source>
        <translation>nehmen Sie weniger (Einrichtung, Projekt; --devices) oder --device sim</translation>
    </message>
    <message>
        <source>use fewer (Set-up, Project; --devices), or start Warpbench with more simulated ones: {variable}</source>
        <translation>nehmen Sie weniger (Einrichtung, Projekt; --devices), oder starten Sie Warpbench mit mehr simulierten: {variable}</translation>
    </message>
    <message>
        <source>use fewer devices, or a smaller halo</source>
        <translation>nehmen Sie weniger Geräte oder einen kleineren Halo</translation>
    </message>
    <message>
        <source>use fewer devices, or more rows</source>
        <translation>nehmen Sie weniger Geräte oder mehr Zeilen</translation>
    </message>
    <message>
        <source>use i for the first index, j for the second, k for the third</source>
        <translation>nehmen Sie i für den ersten Index, j für den zweiten, k für den dritten</translation>
    </message>
    <message>
        <source>use it in &quot;expect&quot; only</source>
        <translation>verwenden Sie es nur in &quot;expect&quot;</translation>
    </message>
    <message>
        <source>use it in &quot;reference&quot; only</source>
        <translation>verwenden Sie sie nur in &quot;reference&quot;</translation>
    </message>
    <message>
        <source>use letters, digits and _, not starting with a digit</source>
        <translation>nehmen Sie Buchstaben, Ziffern und _, am Anfang keine Ziffer</translation>
    </message>
    <message>
        <source>use numbers, names, + - * / // % ** and brackets</source>
        <translation>nehmen Sie Zahlen, Namen, + - * / // % ** und Klammern</translation>
    </message>
    <message>
        <source>use one device</source>
        <translation>nehmen Sie ein einziges Gerät</translation>
    </message>
    <message>
        <source>use one device, or scan the rows of each device in your own kernel</source>
        <translation>nehmen Sie ein einziges Gerät, oder scannen Sie die Zeilen jedes Geräts in einem eigenen Kernel</translation>
    </message>
    <message>
        <source>use one of {names}</source>
        <translation>nehmen Sie eines von {names}</translation>
    </message>
    <message>
        <source>use one of {names} as its key</source>
        <translation>nehmen Sie eines von {names} als Schlüssel</translation>
    </message>
    <message>
        <source>use real numbers here</source>
        <translation>nehmen Sie hier reelle Zahlen</translation>
    </message>
    <message>
        <source>use real() or abs()</source>
        <translation>nehmen Sie real() oder abs()</translation>
    </message>
    <message>
        <source>use real() or imag()</source>
        <translation>nehmen Sie real() oder imag()</translation>
    </message>
    <message>
        <source>use real(), imag() or abs()</source>
        <translation>nehmen Sie real(), imag() oder abs()</translation>
    </message>
    <message>
        <source>use types with as many lanes, or scalars</source>
        <translation>nehmen Sie Typen mit gleich vielen Lanes oder Skalare</translation>
    </message>
    <message>
        <source>use uint8 and set &quot;read&quot; to &quot;normalized_float&quot;, or remove &quot;srgb&quot;</source>
        <translation>nehmen Sie uint8, und setzen Sie &quot;read&quot; auf &quot;normalized_float&quot;, oder entfernen Sie &quot;srgb&quot;</translation>
    </message>
    <message>
        <source>use where(b != 0, …, 0), or floats</source>
        <translation>nehmen Sie where(b != 0, …, 0) oder Gleitkommazahlen</translation>
    </message>
    <message>
        <source>use {name}</source>
        <translation>nehmen Sie {name}</translation>
    </message>
    <message>
        <source>variable &quot;{variable}&quot; has {size} bytes, but at most {limit} are read</source>
        <translation>die Variable „{variable}“ hat {size} Bytes, und höchstens {limit} werden gelesen</translation>
    </message>
    <message>
        <source>variable &quot;{variable}&quot; has {size} bytes, which is not a multiple of the element size of {element}</source>
        <translation>die Variable „{variable}“ hat {size} Bytes, kein Vielfaches der Größe eines Elements, {element}</translation>
    </message>
    <message>
        <source>variable &quot;{variable}&quot; is not in the compiled source</source>
        <translation>die Variable „{variable}“ gibt es in der kompilierten Quelle nicht</translation>
    </message>
    <message>
        <source>what devices hold</source>
        <translation>Speicher der Geräte</translation>
    </message>
    <message>
        <source>with {settings}: {problem}</source>
        <translation>mit {settings}: {problem}</translation>
    </message>
    <message>
        <source>write &quot;split&quot;: &quot;rows&quot;</source>
        <translation>schreiben Sie &quot;split&quot;: &quot;rows&quot;</translation>
    </message>
    <message>
        <source>write &apos;-x - 1&apos; for C&apos;s ~x</source>
        <translation>schreiben Sie „-x - 1“ statt ~x wie in C</translation>
    </message>
    <message>
        <source>write &apos;==&apos; to compare</source>
        <translation>schreiben Sie „==“, um zu vergleichen</translation>
    </message>
    <message>
        <source>write &apos;A if CONDITION else B&apos; for C&apos;s CONDITION ? A : B</source>
        <translation>schreiben Sie „A if BEDINGUNG else B“ statt BEDINGUNG ? A : B wie in C</translation>
    </message>
    <message>
        <source>write &apos;and&apos; for C&apos;s &amp;&amp;</source>
        <translation>schreiben Sie „and“ statt &amp;&amp; wie in C</translation>
    </message>
    <message>
        <source>write &apos;not&apos; for C&apos;s !</source>
        <translation>schreiben Sie „not“ statt ! wie in C</translation>
    </message>
    <message>
        <source>write &apos;or&apos; for C&apos;s ||</source>
        <translation>schreiben Sie „or“ statt || wie in C</translation>
    </message>
    <message>
        <source>write &apos;trunc(x)&apos; for C&apos;s ({type})x</source>
        <translation>schreiben Sie „trunc(x)“ statt ({type})x wie in C</translation>
    </message>
    <message>
        <source>write .npy instead</source>
        <translation>schreiben Sie stattdessen .npy</translation>
    </message>
    <message>
        <source>write .npy, or raw bytes with another ending</source>
        <translation>schreiben Sie .npy oder rohe Bytes mit einer anderen Endung</translation>
    </message>
    <message>
        <source>write .png</source>
        <translation>schreiben Sie .png</translation>
    </message>
    <message>
        <source>write VALUE if CONDITION else VALUE</source>
        <translation>schreiben Sie WERT if BEDINGUNG else WERT</translation>
    </message>
    <message>
        <source>write a number or a string</source>
        <translation>schreiben Sie eine Zahl oder einen Text</translation>
    </message>
    <message>
        <source>write a number there, or nan</source>
        <translation>schreiben Sie dort eine Zahl oder nan</translation>
    </message>
    <message>
        <source>write a value before it</source>
        <translation>schreiben Sie davor einen Wert</translation>
    </message>
    <message>
        <source>write after(name)</source>
        <translation>schreiben Sie after(name)</translation>
    </message>
    <message>
        <source>write an integer from 0 to 2^64 - 1</source>
        <translation>schreiben Sie eine ganze Zahl von 0 bis 2^64 - 1</translation>
    </message>
    <message>
        <source>write an integer from {low} to {high}</source>
        <translation>schreiben Sie eine ganze Zahl von {low} bis {high}</translation>
    </message>
    <message>
        <source>write for instance 1..8, 32..1024+32 or 32..1024*2</source>
        <translation>schreiben Sie etwa 1..8, 32..1024+32 oder 32..1024*2</translation>
    </message>
    <message>
        <source>write histogram(a, bins, low, high)</source>
        <translation>schreiben Sie histogram(a, bins, low, high)</translation>
    </message>
    <message>
        <source>write it again with numpy.save</source>
        <translation>schreiben Sie sie neu mit numpy.save</translation>
    </message>
    <message>
        <source>write it again with numpy.savez</source>
        <translation>schreiben Sie sie neu mit numpy.savez</translation>
    </message>
    <message>
        <source>write it as a float (add .0) or make it smaller</source>
        <translation>schreiben Sie sie als Gleitkommazahl (mit .0), oder machen Sie sie kleiner</translation>
    </message>
    <message>
        <source>write one object per argument</source>
        <translation>schreiben Sie ein Objekt je Argument</translation>
    </message>
    <message>
        <source>write one, marked __global__</source>
        <translation>schreiben Sie einen mit __global__</translation>
    </message>
    <message>
        <source>write pitch(name)</source>
        <translation>schreiben Sie pitch(name)</translation>
    </message>
    <message>
        <source>write the buffer&apos;s name alone: an expression goes element by element</source>
        <translation>schreiben Sie nur den Namen des Puffers: ein Ausdruck geht Element für Element vor</translation>
    </message>
    <message>
        <source>write the buffer&apos;s name for its initial value</source>
        <translation>schreiben Sie den Namen des Puffers, wenn Sie seinen Anfangswert meinen</translation>
    </message>
    <message>
        <source>write two digits of 0-9 and a-f for each byte</source>
        <translation>schreiben Sie für jedes Byte zwei Zeichen aus 0-9 und a-f</translation>
    </message>
    <message>
        <source>write {&quot;name&quot;: value} for one</source>
        <translation>schreiben Sie {&quot;name&quot;: value} für eines davon</translation>
    </message>
    <message>
        <source>write {&quot;null&quot;: true}, or another argument</source>
        <translation>schreiben Sie {&quot;null&quot;: true} oder ein anderes Argument</translation>
    </message>
    <message>
        <source>write {&quot;scalar&quot;: &quot;{type}&quot;, …}</source>
        <translation>schreiben Sie {&quot;scalar&quot;: &quot;{type}&quot;, …}</translation>
    </message>
    <message>
        <source>write {count} values</source>
        <translation>schreiben Sie {count} Werte</translation>
    </message>
    <message>
        <source>write {example}</source>
        <translation>schreiben Sie {example}</translation>
    </message>
    <message>
        <source>write {form}</source>
        <translation>schreiben Sie {form}</translation>
    </message>
    <message>
        <source>write {least} to {most} values</source>
        <translation>schreiben Sie {least} bis {most} Werte</translation>
    </message>
    <message>
        <source>written by a newer Warpbench (format version {found}, this one knows {limit}); opened read-only</source>
        <translation>von einem neueren Warpbench geschrieben (Version {found} des Formats, dieses kennt {limit}); nur zum Lesen geöffnet</translation>
    </message>
    <message>
        <source>{advice}; a template needs its arguments, as {kernel}&lt;float&gt;</source>
        <translation>{advice}; ein Template braucht seine Argumente, wie {kernel}&lt;float&gt;</translation>
    </message>
    <message>
        <source>{character} is not part of an expression</source>
        <translation>{character} gehört in keinen Ausdruck</translation>
    </message>
    <message>
        <source>{count} arguments</source>
        <translation>{count} Argumente</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} Bytes</translation>
    </message>
    <message>
        <source>{count} devices were requested, but no buffer is split</source>
        <translation>{count} Geräte wurden verlangt, aber kein Puffer ist geteilt</translation>
    </message>
    <message>
        <source>{count} dimensions</source>
        <translation>{count} Dimensionen</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} Parameter</translation>
    </message>
    <message>
        <source>{count} values for elements of {type}</source>
        <translation>{count} Werte für Elemente vom Typ {type}</translation>
    </message>
    <message>
        <source>{count} values for one {type}</source>
        <translation>{count} Werte für ein {type}</translation>
    </message>
    <message>
        <source>{ending} files are not written</source>
        <translation>Dateien mit der Endung {ending} werden nicht geschrieben</translation>
    </message>
    <message>
        <source>{file} does not compile: {log}</source>
        <translation>{file} lässt sich nicht kompilieren: {log}</translation>
    </message>
    <message>
        <source>{file} is not UTF-8; it is shown as Latin-1, and saving keeps its bytes</source>
        <translation>{file} ist kein UTF-8; sie wird als Latin-1 gezeigt, und Speichern behält ihre Bytes</translation>
    </message>
    <message>
        <source>{file} is saved as {encoding}, which cannot represent “{text}”</source>
        <translation>{file} wird als {encoding} gespeichert, das kein „{text}“ hat</translation>
    </message>
    <message>
        <source>{file} is the project&apos;s own source</source>
        <translation>{file} ist die eigene Quelle des Projekts</translation>
    </message>
    <message>
        <source>{function} both reads and writes &apos;{buffer}&apos;</source>
        <translation>{function} liest und schreibt zugleich „{buffer}“</translation>
    </message>
    <message>
        <source>{function} does not work on complex numbers</source>
        <translation>{function} arbeitet nicht mit komplexen Zahlen</translation>
    </message>
    <message>
        <source>{function} has 1 argument</source>
        <translation>{function} hat 1 Argument</translation>
    </message>
    <message>
        <source>{function} has {count} arguments</source>
        <translation>{function} hat {count} Argumente</translation>
    </message>
    <message>
        <source>{function} is for complex buffers</source>
        <translation>{function} ist für komplexe Puffer</translation>
    </message>
    <message>
        <source>{function} of {number}</source>
        <translation>{function} von {number}</translation>
    </message>
    <message>
        <source>{function} takes 1 argument, not {count}</source>
        <translation>{function} braucht 1 Argument, nicht {count}</translation>
    </message>
    <message>
        <source>{function} takes {expected} arguments, not {count}</source>
        <translation>{function} braucht {expected} Argumente, nicht {count}</translation>
    </message>
    <message>
        <source>{function} takes {least} or more arguments, not {count}</source>
        <translation>{function} braucht {least} oder mehr Argumente, nicht {count}</translation>
    </message>
    <message>
        <source>{function} takes {least} to {most} arguments, not {count}</source>
        <translation>{function} braucht {least} bis {most} Argumente, nicht {count}</translation>
    </message>
    <message>
        <source>{function} works on integers</source>
        <translation>{function} arbeitet mit ganzen Zahlen</translation>
    </message>
    <message>
        <source>{library} has no {name}</source>
        <translation>{library} hat kein {name}</translation>
    </message>
    <message>
        <source>{library} is not a usable NVRTC</source>
        <translation>{library} ist kein brauchbares NVRTC</translation>
    </message>
    <message>
        <source>{member} has members in one place</source>
        <translation>{member} hat Felder an derselben Stelle</translation>
    </message>
    <message>
        <source>{member} has room for {limit}, but the list has {count}</source>
        <translation>{member} hat Platz für {limit}, und die Liste hat {count}</translation>
    </message>
    <message>
        <source>{member} holds {low} to {high}, but its value is {value}</source>
        <translation>{member} fasst {low} bis {high}, und der Wert ist {value}</translation>
    </message>
    <message>
        <source>{member} is a pointer</source>
        <translation>{member} ist ein Zeiger</translation>
    </message>
    <message>
        <source>{member} is a {type}, but {value} is too large for it</source>
        <translation>{member} ist {type}, und {value} ist dafür zu groß</translation>
    </message>
    <message>
        <source>{member} is an integer, but {value} is not</source>
        <translation>{member} ist eine ganze Zahl, {value} aber nicht</translation>
    </message>
    <message>
        <source>{member} is not a pointer</source>
        <translation>{member} ist kein Zeiger</translation>
    </message>
    <message>
        <source>{member} is of a type that a number cannot fill</source>
        <translation>{member} hat einen Typ, den eine Zahl nicht füllen kann</translation>
    </message>
    <message>
        <source>{member} is {type}, not a struct</source>
        <translation>{member} ist {type} und keine Struktur</translation>
    </message>
    <message>
        <source>{member} is {type}, which a list cannot fill</source>
        <translation>{member} ist {type}, und das kann eine Liste nicht füllen</translation>
    </message>
    <message>
        <source>{number} does not fit {type}</source>
        <translation>{number} passt nicht in {type}</translation>
    </message>
    <message>
        <source>{number} has no 64-bit integer near it</source>
        <translation>{number} hat keine ganze Zahl von 64 Bit in der Nähe</translation>
    </message>
    <message>
        <source>{origin} is &quot;{value}&quot;, which is not the number of a GPU</source>
        <translation>{origin} ist „{value}“, und das ist nicht die Nummer einer GPU</translation>
    </message>
    <message>
        <source>{origin} is {number}, but no GPU has that number</source>
        <translation>{origin} ist {number}, und keine GPU hat diese Nummer</translation>
    </message>
    <message>
        <source>{origin} names {device}, which cannot be used: {problem}</source>
        <translation>{origin} nennt {device}, und das ist nicht zu benutzen: {problem}</translation>
    </message>
    <message>
        <source>{places} (looked into {folders})</source>
        <translation>{places} (nachgesehen in {folders})</translation>
    </message>
    <message>
        <source>{problem} in line {line} of {kernel}, warp {warp} of block ({block})</source>
        <translation>{problem}, in Zeile {line} von {kernel}, Warp {warp} des Blocks ({block})</translation>
    </message>
    <message>
        <source>{problem}, at &quot;{phase}&quot;</source>
        <translation>{problem}, bei „{phase}“</translation>
    </message>
    <message>
        <source>{program} failed: {problem}</source>
        <translation>{program} schlug fehl: {problem}</translation>
    </message>
    <message>
        <source>{remedy}; or, {other}</source>
        <translation>{remedy}; oder {other}</translation>
    </message>
    <message>
        <source>{rounds} rounds of {launches} launches are too many for one graph</source>
        <translation>{rounds} Runden mit je {launches} Launches sind zu viele für einen Graphen</translation>
    </message>
    <message>
        <source>{rows} rows cannot be split over {devices} devices</source>
        <translation>{rows} Zeilen können nicht auf {devices} Geräte verteilt werden</translation>
    </message>
    <message>
        <source>{step} is a library call and cannot be stepped through</source>
        <translation>{step} ist ein Aufruf einer Bibliothek, der keine Zeilen hat, durch die man gehen könnte</translation>
    </message>
    <message>
        <source>{struct} has no member &quot;{name}&quot;</source>
        <translation>{struct} hat kein Feld „{name}“</translation>
    </message>
    <message>
        <source>{type} of shape {shape} cannot be written as a picture</source>
        <translation>{type} der Form {shape} kann nicht als Bild geschrieben werden</translation>
    </message>
    <message>
        <source>{what} is {found}</source>
        <translation>{what} ist {found}</translation>
    </message>
    <message>
        <source>{what} is {found} (&quot;{expression}&quot;)</source>
        <translation>{what} ist {found} („{expression}“)</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; does not combine two values into one</source>
        <translation>„{expression}“ macht aus zwei Werten nicht einen</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; needs its neutral element</source>
        <translation>„{expression}“ braucht sein neutrales Element</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not a launch of the project</source>
        <translation>„{name}“ ist kein Launch des Projekts</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not in scope here</source>
        <translation>„{name}“ gibt es hier nicht</translation>
    </message>
    <message>
        <source>&quot;{task}&quot; checks nothing</source>
        <translation>„{task}“ prüft nichts</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; does not say what to sort</source>
        <translation>„{text}“ sagt nicht, was zu sortieren ist</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a budget</source>
        <translation>„{text}“ ist kein Budget</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a buffer to fill</source>
        <translation>„{text}“ ist kein Puffer, der zu füllen wäre</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not an assignment to a buffer</source>
        <translation>„{text}“ ist keine Zuweisung an einen Puffer</translation>
    </message>
    <message>
        <source>&apos;{buffer}&apos; receives the result, but it is also read</source>
        <translation>„{buffer}“ nimmt das Ergebnis auf und wird zugleich gelesen</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a buffer, so it cannot be assigned</source>
        <translation>„{name}“ ist kein Puffer, also ist keine Zuweisung daran möglich</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is not a single value</source>
        <translation>„{name}“ ist kein einzelner Wert</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; is the value on that side here, but also a name of the project</source>
        <translation>„{name}“ ist hier der Wert auf dieser Seite, aber auch ein Name des Projekts</translation>
    </message>
    <message>
        <source>&apos;{name}&apos; needs at least one value to try</source>
        <translation>„{name}“ braucht mindestens einen Wert zum Probieren</translation>
    </message>
    <message>
        <source>&apos;{value}&apos; of &apos;{name}&apos; is not a number</source>
        <translation>„{value}“ von „{name}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>--set {name}: the sweep itself tries values of {name}</source>
        <translation>--set {name}: der Sweep selbst probiert Werte von {name}</translation>
    </message>
    <message>
        <source>MPI cannot be used: {problems}</source>
        <translation>MPI ist nicht zu benutzen: {problems}</translation>
    </message>
    <message>
        <source>MPI does not start: {problem}</source>
        <translation>MPI startet nicht: {problem}</translation>
    </message>
    <message>
        <source>MPI ranks only do whole runs</source>
        <translation>MPI-Ränge führen nur ganze Läufe aus</translation>
    </message>
    <message>
        <source>Python has no &quot;{function}&quot;</source>
        <translation>Python hat kein „{function}“</translation>
    </message>
    <message>
        <source>Warpbench&apos;s own CUDA runtime is missing from this installation</source>
        <translation>in dieser Installation fehlt die eigene CUDA-Runtime von Warpbench</translation>
    </message>
    <message>
        <source>a Kernel Tuner cache can be opened only in a project with a sweep</source>
        <translation>ein Cache von Kernel Tuner kann nur in einem Projekt mit Sweep geöffnet werden</translation>
    </message>
    <message>
        <source>a Kernel Tuner cache holds times, but this sweep compares {objective}</source>
        <translation>ein Cache von Kernel Tuner enthält Zeiten, und dieser Sweep vergleicht {objective}</translation>
    </message>
    <message>
        <source>a bracket [ is not closed in &quot;{text}&quot;</source>
        <translation>in „{text}“ ist eine Klammer [ nicht geschlossen</translation>
    </message>
    <message>
        <source>a bracket is not closed</source>
        <translation>eine Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a buffer cannot be read at this pause</source>
        <translation>solange der Lauf hier angehalten ist, kann ein Puffer nicht gelesen werden</translation>
    </message>
    <message>
        <source>a buffer is outside the memory of its block</source>
        <translation>ein Puffer liegt außerhalb des Speichers seines Blocks</translation>
    </message>
    <message>
        <source>a buffer of a sort is none of its kernel&apos;s</source>
        <translation>ein Puffer einer Sortierung gehört nicht zu ihrem Kernel</translation>
    </message>
    <message>
        <source>a context of {device} was used on a thread that does not own it</source>
        <translation>ein Kontext von {device} wurde in einem Thread benutzt, dem er nicht gehört</translation>
    </message>
    <message>
        <source>a generated kernel cannot compute {function}() of complex numbers</source>
        <translation>ein erzeugter Kernel kann {function}() von komplexen Zahlen nicht berechnen</translation>
    </message>
    <message>
        <source>a generated kernel cannot compute {function}() of integers</source>
        <translation>ein erzeugter Kernel kann {function}() von ganzen Zahlen nicht berechnen</translation>
    </message>
    <message>
        <source>a generated kernel cannot compute {function}() of real numbers</source>
        <translation>ein erzeugter Kernel kann {function}() von reellen Zahlen nicht berechnen</translation>
    </message>
    <message>
        <source>a generated kernel cannot do this</source>
        <translation>ein erzeugter Kernel kann das nicht</translation>
    </message>
    <message>
        <source>a kernel takes a texture or a surface</source>
        <translation>ein Kernel nimmt eine Textur oder eine Surface</translation>
    </message>
    <message>
        <source>a library call is not a kernel with source to show</source>
        <translation>ein Bibliotheksaufruf ist kein Kernel, dessen Quelle zu zeigen wäre</translation>
    </message>
    <message>
        <source>a message between processes {problem}</source>
        <translation>eine Nachricht zwischen Prozessen {problem}</translation>
    </message>
    <message>
        <source>a new one was started, so the next run can go ahead</source>
        <translation>ein neuer wurde gestartet, der nächste Lauf kann also beginnen</translation>
    </message>
    <message>
        <source>a new one was started, so you can run again</source>
        <translation>ein neuer wurde gestartet, Sie können also einen neuen Lauf starten</translation>
    </message>
    <message>
        <source>a reduction or a scan has one result</source>
        <translation>eine Reduktion oder ein Scan hat ein einziges Ergebnis</translation>
    </message>
    <message>
        <source>a step calls a library</source>
        <translation>ein Schritt ruft eine Bibliothek auf</translation>
    </message>
    <message>
        <source>a step generates its kernel, so it cannot be tuned</source>
        <translation>ein Schritt erzeugt seinen Kernel, also kann der nicht abgestimmt werden</translation>
    </message>
    <message>
        <source>a step of this project calls {name}, NVIDIA&apos;s library: {problem}</source>
        <translation>ein Schritt dieses Projekts ruft {name} auf, eine Bibliothek von NVIDIA: {problem}</translation>
    </message>
    <message>
        <source>add &quot;expect&quot; or &quot;require&quot; to it, or &quot;expect&quot; to a buffer of the project</source>
        <translation>fügen Sie darin &quot;expect&quot; oder &quot;require&quot; hinzu, oder &quot;expect&quot; bei einem Puffer des Projekts</translation>
    </message>
    <message>
        <source>add &quot;metrics&quot;: {&quot;bytes&quot;: …}</source>
        <translation>fügen Sie &quot;metrics&quot;: {&quot;bytes&quot;: …} hinzu</translation>
    </message>
    <message>
        <source>add &quot;metrics&quot;: {&quot;flops&quot;: …}</source>
        <translation>fügen Sie &quot;metrics&quot;: {&quot;flops&quot;: …} hinzu</translation>
    </message>
    <message>
        <source>add &quot;neutral&quot;: the value that leaves every other unchanged, such as 0 for a sum</source>
        <translation>fügen Sie &quot;neutral&quot; hinzu: den Wert, der jeden anderen unverändert lässt, etwa 0 für eine Summe</translation>
    </message>
    <message>
        <source>add a ]</source>
        <translation>fügen Sie ein ] hinzu</translation>
    </message>
    <message>
        <source>add the parameters of the cache to the sweep</source>
        <translation>nehmen Sie die Parameter des Caches in den Sweep auf</translation>
    </message>
    <message>
        <source>add {name} to the sweep</source>
        <translation>nehmen Sie {name} in den Sweep auf</translation>
    </message>
    <message>
        <source>all blocks of a cooperative launch must fit on the device at once; use a smaller grid</source>
        <translation>alle Blöcke eines kooperativen Launchs müssen zugleich auf das Gerät passen; nehmen Sie ein kleineres Grid</translation>
    </message>
    <message>
        <source>an administrator can let everybody count: on Linux with the option NVreg_RestrictProfilingToAdminUsers=0 of the module nvidia (or give this program CAP_SYS_ADMIN), on Windows in the NVIDIA Control Panel under Developer, Manage GPU Performance Counters</source>
        <translation>ein Administrator kann allen das Zählen erlauben: unter Linux mit der Option NVreg_RestrictProfilingToAdminUsers=0 des Moduls nvidia (oder indem er diesem Programm CAP_SYS_ADMIN gibt), unter Windows in der NVIDIA-Systemsteuerung (NVIDIA Control Panel) unter „Developer“, „Manage GPU Performance Counters“</translation>
    </message>
    <message>
        <source>an argument points into a buffer</source>
        <translation>ein Argument zeigt in einen Puffer hinein</translation>
    </message>
    <message>
        <source>an array of {width} × {height} × {depth} with {count} channels</source>
        <translation>Array mit {width} × {height} × {depth} Elementen und {count} Kanälen</translation>
    </message>
    <message>
        <source>an array outside shared memory was given to a worker</source>
        <translation>ein Array außerhalb des gemeinsamen Speichers wurde an einen Arbeitsprozess gegeben</translation>
    </message>
    <message>
        <source>an array without memory was given to a device worker</source>
        <translation>ein Array ohne Speicher wurde an den Arbeitsprozess eines Geräts gegeben</translation>
    </message>
    <message>
        <source>an error that this driver does not describe</source>
        <translation>ein Fehler, den dieser Treiber nicht beschreibt</translation>
    </message>
    <message>
        <source>an input of the link is neither PTX nor machine code, or uses a symbol that no input defines, as the message says; add the source that defines it to the project&apos;s link list, under the same name: extern &quot;C&quot; in both or in neither</source>
        <translation>etwas, das gebunden werden soll, ist weder PTX noch Maschinencode, oder es benutzt ein Symbol, das nirgends definiert ist, wie die Meldung sagt; nehmen Sie die Quelle, die es definiert, in die Liste link des Projekts auf, unter demselben Namen: extern &quot;C&quot; in beiden oder in keiner</translation>
    </message>
    <message>
        <source>an unknown error</source>
        <translation>ein unbekannter Fehler</translation>
    </message>
    <message>
        <source>another launch writes {buffer}, which {kernel} uses</source>
        <translation>ein anderer Launch schreibt in {buffer}, und {kernel} benutzt diesen Puffer</translation>
    </message>
    <message>
        <source>another profiler has the counters: end it, or DCGM&apos;s profiling with &quot;dcgmi profpause&quot;</source>
        <translation>ein anderer Profiler hat die Zähler: beenden Sie ihn, oder halten Sie das Profiling von DCGM mit „dcgmi profpause“ an</translation>
    </message>
    <message>
        <source>another program uses the device exclusively, or the device is being reset; end that program or choose another device</source>
        <translation>ein anderes Programm hat das Gerät für sich allein (exclusive mode), oder es wird zurückgesetzt; beenden Sie das, oder wählen Sie ein anderes Gerät</translation>
    </message>
    <message>
        <source>another rank of this run has ended</source>
        <translation>ein anderer Rang dieses Laufs hat geendet</translation>
    </message>
    <message>
        <source>argument {number}</source>
        <translation>Argument {number}</translation>
    </message>
    <message>
        <source>argument {number} ({name})</source>
        <translation>Argument {number} ({name})</translation>
    </message>
    <message>
        <source>argument {number} has {found} bytes and cannot become {expected}</source>
        <translation>Argument {number} hat {found} Bytes, und es können nicht {expected} daraus werden</translation>
    </message>
    <message>
        <source>argument {number} is neither a buffer nor a number</source>
        <translation>Argument {number} ist weder ein Puffer noch eine Zahl</translation>
    </message>
    <message>
        <source>array format {number} is not handled</source>
        <translation>mit dem Array-Format {number} kann Warpbench nicht umgehen</translation>
    </message>
    <message>
        <source>attribute {number}</source>
        <translation>Attribut {number}</translation>
    </message>
    <message>
        <source>attribute {number} = {value} of {kernel}</source>
        <translation>Attribut {number} = {value} von {kernel}</translation>
    </message>
    <message>
        <source>attribute {number} of {kernel}</source>
        <translation>Attribut {number} von {kernel}</translation>
    </message>
    <message>
        <source>block {axis} is {value}, but it must be the value of one name</source>
        <translation>Block {axis} ist {value}, muss aber der Wert eines einzelnen Namens sein</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has 1 dimension, so {index} is not defined</source>
        <translation>Puffer „{buffer}“ hat 1 Dimension, also ist {index} nicht definiert</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has a fixed address</source>
        <translation>Puffer „{buffer}“ hat eine feste Adresse</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has {count} dimensions, but only a list can be sorted</source>
        <translation>Puffer „{buffer}“ hat {count} Dimensionen, und nur eine Liste kann sortiert werden</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; has {count} dimensions, so {index} is not defined</source>
        <translation>Puffer „{buffer}“ hat {count} Dimensionen, also ist {index} nicht definiert</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; holds {type}, which a generated kernel does not support</source>
        <translation>Puffer „{buffer}“ enthält {type}, womit ein erzeugter Kernel nicht umgehen kann</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; is pitched</source>
        <translation>Puffer „{buffer}“ hat Zeilen mit Abstand (pitched)</translation>
    </message>
    <message>
        <source>buffer &apos;{buffer}&apos; receives one value, but it does not have exactly one element</source>
        <translation>Puffer „{buffer}“ nimmt einen Wert auf, hat aber nicht genau ein Element</translation>
    </message>
    <message>
        <source>buffers &apos;{buffer}&apos; and &apos;{other}&apos; differ in their shape, or one is split</source>
        <translation>Puffer „{buffer}“ und „{other}“ haben verschiedene Formen, oder einer ist geteilt</translation>
    </message>
    <message>
        <source>build Warpbench where its MPI is found (manual, Scripts and clusters, Past one machine)</source>
        <translation>bauen Sie Warpbench dort, wo sein MPI zu finden ist (Handbuch, Scripts and clusters, Past one machine)</translation>
    </message>
    <message>
        <source>build Warpbench where the headers of the CUDA Toolkit are (Linux)</source>
        <translation>bauen Sie Warpbench dort, wo die Header des CUDA Toolkits sind (Linux)</translation>
    </message>
    <message>
        <source>build both from the same sources</source>
        <translation>bauen Sie beide aus denselben Quellen</translation>
    </message>
    <message>
        <source>cancelled before it started</source>
        <translation>vor dem Beginn abgebrochen</translation>
    </message>
    <message>
        <source>capture another kernel, or set up its textures in a project by hand</source>
        <translation>zeichnen Sie einen anderen Kernel auf, oder richten Sie die Texturen von diesem in einem Projekt von Hand ein</translation>
    </message>
    <message>
        <source>change that in a copy of the project, or use warpbench-cli sweep</source>
        <translation>ändern Sie das in einer Kopie des Projekts, oder nehmen Sie warpbench-cli sweep</translation>
    </message>
    <message>
        <source>check that its mpirun can run another MPI program, or run without --mpi</source>
        <translation>prüfen Sie, ob dessen mpirun ein anderes MPI-Programm ausführen kann, oder starten Sie ohne --mpi</translation>
    </message>
    <message>
        <source>check that machine, or allow more time with --timeout</source>
        <translation>prüfen Sie diesen Rechner, oder erlauben Sie mit --timeout mehr Zeit</translation>
    </message>
    <message>
        <source>check the arguments against the limits of the device</source>
        <translation>vergleichen Sie die Argumente mit den Grenzen des Geräts</translation>
    </message>
    <message>
        <source>check the name; kernels without extern &quot;C&quot; have C++ names</source>
        <translation>prüfen Sie den Namen; Kernel ohne extern &quot;C&quot; haben C++-Namen</translation>
    </message>
    <message>
        <source>check with nvidia-smi that a GPU is there and visible (CUDA_VISIBLE_DEVICES), or use the simulated device</source>
        <translation>prüfen Sie mit nvidia-smi, ob eine GPU da und sichtbar ist (CUDA_VISIBLE_DEVICES), oder nehmen Sie das simulierte Gerät</translation>
    </message>
    <message>
        <source>choose 0 to {last}</source>
        <translation>wählen Sie 0 bis {last}</translation>
    </message>
    <message>
        <source>choose a real GPU with --device, or an objective like global_sectors</source>
        <translation>wählen Sie mit --device eine echte GPU oder ein Ziel wie global_sectors</translation>
    </message>
    <message>
        <source>choose one with --device sim:NAME, or the objective time</source>
        <translation>wählen Sie eines mit --device sim:NAME oder das Ziel time</translation>
    </message>
    <message>
        <source>clusters need compute capability 9.0 or later; leave cluster out</source>
        <translation>Cluster brauchen Compute Capability 9.0 oder höher; lassen Sie cluster weg</translation>
    </message>
    <message>
        <source>comparisons, // and % are not defined for complex numbers</source>
        <translation>Vergleiche, // und % sind für komplexe Zahlen nicht definiert</translation>
    </message>
    <message>
        <source>compile for this device&apos;s architecture: set compile.arch to auto</source>
        <translation>kompilieren Sie für die Architektur dieses Geräts: setzen Sie compile.arch auf auto</translation>
    </message>
    <message>
        <source>complex numbers cannot be ordered, so {function} is not defined for them</source>
        <translation>komplexe Zahlen haben keine Reihenfolge, also ist {function} für sie nicht definiert</translation>
    </message>
    <message>
        <source>count columns from 0</source>
        <translation>zählen Sie Spalten ab 0</translation>
    </message>
    <message>
        <source>count on another device, or on a simulated one</source>
        <translation>zählen Sie auf einem anderen Gerät oder auf einem simulierten</translation>
    </message>
    <message>
        <source>counting on a real GPU needs CUPTI, NVIDIA&apos;s library for its counters: {problem}</source>
        <translation>um auf einer echten GPU zu zählen, ist CUPTI nötig, die Bibliothek von NVIDIA für die Zähler: {problem}</translation>
    </message>
    <message>
        <source>device code of {count} bytes</source>
        <translation>Device-Code von {count} Bytes</translation>
    </message>
    <message>
        <source>device {index} ({name}) is named twice</source>
        <translation>Gerät {index} ({name}) ist zweimal genannt</translation>
    </message>
    <message>
        <source>device {number}</source>
        <translation>Gerät {number}</translation>
    </message>
    <message>
        <source>elements {first} to {last} of &quot;{buffer}&quot; were requested, but it has {count}</source>
        <translation>von „{buffer}“ wurden die Elemente {first} bis {last} verlangt, und es gibt {count}</translation>
    </message>
    <message>
        <source>give Warpbench the sources (`warpbench-cli exec FILE.cu`), or link the program again with `nvcc -cudart shared`</source>
        <translation>geben Sie Warpbench die Quellen (`warpbench-cli exec FILE.cu`), oder binden Sie das Programm neu mit `nvcc -cudart shared`</translation>
    </message>
    <message>
        <source>give a number of trials (50) or a time (30s, 5m, 1h)</source>
        <translation>geben Sie eine Zahl von Versuchen (50) oder eine Zeit (30s, 5m, 1h) an</translation>
    </message>
    <message>
        <source>give fewer values, but at least one</source>
        <translation>geben Sie weniger Werte an, aber mindestens einen</translation>
    </message>
    <message>
        <source>give it one dimension</source>
        <translation>geben Sie ihm eine einzige Dimension</translation>
    </message>
    <message>
        <source>give it the parameter&apos;s type</source>
        <translation>geben Sie ihm den Typ des Parameters</translation>
    </message>
    <message>
        <source>give offsets that rise from 0 to the number of values</source>
        <translation>geben Sie Offsets an, die von 0 bis zur Zahl der Werte steigen</translation>
    </message>
    <message>
        <source>give the sweep numbers to calculate with</source>
        <translation>geben Sie dem Sweep Zahlen, mit denen sich rechnen lässt</translation>
    </message>
    <message>
        <source>give them the same shape, or use a buffer of one element</source>
        <translation>geben Sie ihnen dieselbe Form, oder nehmen Sie einen Puffer mit einem Element</translation>
    </message>
    <message>
        <source>has a number of no kind</source>
        <translation>enthält eine Zahl von unbekannter Art</translation>
    </message>
    <message>
        <source>if it ran out of memory, make the source&apos;s arrays smaller (it may have three quarters of what the computer can spare); else compile again, or try another toolkit version</source>
        <translation>wenn ihm der Speicher ausging, machen Sie die Arrays der Quelle kleiner (er darf drei Viertel dessen haben, was der Rechner entbehren kann); sonst kompilieren Sie noch einmal, oder versuchen Sie es mit einer anderen Version des Toolkits</translation>
    </message>
    <message>
        <source>if the computer ran out of memory, make the buffers smaller or the check simpler</source>
        <translation>wenn dem Rechner der Speicher ausging, machen Sie die Puffer kleiner oder die Prüfung einfacher</translation>
    </message>
    <message>
        <source>install NVIDIA&apos;s driver if this computer has such a GPU, or use the simulated device</source>
        <translation>installieren Sie den Treiber von NVIDIA, wenn dieser Rechner eine solche GPU hat, oder nehmen Sie das simulierte Gerät</translation>
    </message>
    <message>
        <source>install Warpbench again</source>
        <translation>installieren Sie Warpbench neu</translation>
    </message>
    <message>
        <source>install Warpbench again, or set WARPBENCH_SIMGPU_LIBRARY to the file</source>
        <translation>installieren Sie Warpbench neu, oder setzen Sie WARPBENCH_SIMGPU_LIBRARY auf die Datei</translation>
    </message>
    <message>
        <source>install Warpbench again, or set WARPBENCH_WORKER to the program</source>
        <translation>installieren Sie Warpbench neu, oder setzen Sie WARPBENCH_WORKER auf das Programm</translation>
    </message>
    <message>
        <source>install the CUDA Toolkit, or its Python wheel (pip install nvidia-{library}), or run on a simulated GPU, where the host computes it</source>
        <translation>installieren Sie das CUDA Toolkit oder sein Python-Wheel (pip install nvidia-{library}), oder nehmen Sie eine simulierte GPU, wo der Host es berechnet</translation>
    </message>
    <message>
        <source>install the CUDA Toolkit, put nvcc on PATH, or run `warpbench-cli doctor --install-compiler`</source>
        <translation>installieren Sie das CUDA Toolkit, nehmen Sie nvcc in den PATH auf, oder rufen Sie `warpbench-cli doctor --install-compiler` auf</translation>
    </message>
    <message>
        <source>install the library of CUDA 12 or newer</source>
        <translation>installieren Sie die Bibliothek aus CUDA 12 oder neuer</translation>
    </message>
    <message>
        <source>install the same build on all machines</source>
        <translation>installieren Sie auf allen Rechnern denselben Build</translation>
    </message>
    <message>
        <source>install the same version on all machines</source>
        <translation>installieren Sie auf allen Rechnern dieselbe Version</translation>
    </message>
    <message>
        <source>is broken: {problem}</source>
        <translation>ist beschädigt: {problem}</translation>
    </message>
    <message>
        <source>is nested too deeply</source>
        <translation>ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>it has none at all</source>
        <translation>dort gibt es gar keines</translation>
    </message>
    <message>
        <source>it is linked from several sources</source>
        <translation>es ist aus mehreren Quellen gebunden</translation>
    </message>
    <message>
        <source>it was not found</source>
        <translation>sie wurde nicht gefunden</translation>
    </message>
    <message>
        <source>its answer is invalid: {problem}</source>
        <translation>seine Antwort ist ungültig: {problem}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot;</source>
        <translation>Kernel „{kernel}“</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be given max_dynamic_shared = {size}: with {static} bytes of static shared memory, {device} allows {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht max_dynamic_shared = {size} bekommen: mit {static} Bytes statischem Shared Memory erlaubt {device} höchstens {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched cooperatively with {count} blocks: only {limit} fit on {device} at once ({each} on each of {sms} SMs)</source>
        <translation>Kernel „{kernel}“ kann nicht kooperativ mit {count} Blöcken gestartet werden: nur {limit} passen zugleich auf {device} ({each} auf jeden von {sms} SMs)</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched cooperatively: {device} does not offer it</source>
        <translation>Kernel „{kernel}“ kann nicht kooperativ gestartet werden: {device} bietet das nicht</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched in clusters: {device} has compute capability {version}</source>
        <translation>Kernel „{kernel}“ kann nicht in Clustern gestartet werden: {device} hat Compute Capability {version}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched programmatically: {device} has compute capability {version}</source>
        <translation>Kernel „{kernel}“ kann nicht programmatisch gestartet werden: {device} hat Compute Capability {version}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with a block of {size}: it has no threads</source>
        <translation>Kernel „{kernel}“ kann nicht mit einem Block von {size} gestartet werden: der hat keine Threads</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with a grid of {size}: it has no blocks</source>
        <translation>Kernel „{kernel}“ kann nicht mit einem Grid von {size} gestartet werden: das hat keine Blöcke</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with clusters of {found}: __cluster_dims__ says {expected}</source>
        <translation>Kernel „{kernel}“ kann nicht mit Clustern von {found} gestartet werden: __cluster_dims__ sagt {expected}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with clusters of {size}</source>
        <translation>Kernel „{kernel}“ kann nicht mit Clustern von {size} gestartet werden</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with clusters of {size} in a grid of {grid}: {count} is not a multiple of {unit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit Clustern von {size} in einem Grid von {grid} gestartet werden: {count} ist kein Vielfaches von {unit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {count} blocks per cluster ({size}): the limit is {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit {count} Blöcken je Cluster ({size}) gestartet werden: die Grenze ist {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {count} bytes of shared memory per block ({static} static, {dynamic} dynamic): without opting in the limit is {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit {count} Bytes Shared Memory je Block ({static} statisch, {dynamic} dynamisch) gestartet werden: ohne besondere Angabe ist die Grenze {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {count} bytes of shared memory per block ({static} static, {dynamic} dynamic): {device} allows {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit {count} Bytes Shared Memory je Block ({static} statisch, {dynamic} dynamisch) gestartet werden: {device} erlaubt {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {count} threads per block ({size}): {device} allows {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit {count} Threads je Block ({size}) gestartet werden: {device} erlaubt {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {count} threads per block: it was compiled for at most {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit {count} Threads je Block gestartet werden: er wurde für höchstens so viele kompiliert: {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {count} threads per block: it was compiled for at most {limit} (it uses {registers} registers per thread)</source>
        <translation>Kernel „{kernel}“ kann nicht mit {count} Threads je Block gestartet werden: er wurde für höchstens {limit} kompiliert (er braucht {registers} Register je Thread)</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {dynamic} bytes of dynamic shared memory: max_dynamic_shared is {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit {dynamic} Bytes dynamischem Shared Memory gestartet werden: max_dynamic_shared ist {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; cannot be launched with {side} = {size}: {device} allows {limit}</source>
        <translation>Kernel „{kernel}“ kann nicht mit {side} = {size} gestartet werden: {device} erlaubt {limit}</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; takes {expected} arguments, the launch gives {found}: {argument} is missing</source>
        <translation>Kernel „{kernel}“ nimmt {expected} Argumente, und der Launch gibt {found}: {argument} fehlt</translation>
    </message>
    <message>
        <source>kernel &quot;{kernel}&quot; takes {expected} arguments, the launch gives {found}: {argument} is too many</source>
        <translation>Kernel „{kernel}“ nimmt {expected} Argumente, und der Launch gibt {found}: {argument} ist zu viel</translation>
    </message>
    <message>
        <source>kernel module and driver library are of different versions; restart the computer after a driver update</source>
        <translation>Kernel-Modul und Bibliothek des Treibers haben verschiedene Versionen; starten Sie den Rechner nach einem Update des Treibers neu</translation>
    </message>
    <message>
        <source>lacks places of buffers</source>
        <translation>nennt nicht die Orte aller Puffer</translation>
    </message>
    <message>
        <source>leave cluster out of the launch, or change __cluster_dims__</source>
        <translation>lassen Sie cluster beim Launch weg, oder ändern Sie __cluster_dims__</translation>
    </message>
    <message>
        <source>leave the option out, or remove the parameter from the sweep</source>
        <translation>lassen Sie die Option weg, oder nehmen Sie den Parameter aus dem Sweep heraus</translation>
    </message>
    <message>
        <source>let each thread do more than one element</source>
        <translation>lassen Sie jeden Thread mehr als ein Element bearbeiten</translation>
    </message>
    <message>
        <source>limit {number} = {value}</source>
        <translation>Grenze {number} = {value}</translation>
    </message>
    <message>
        <source>list one argument for each parameter, in order</source>
        <translation>geben Sie für jeden Parameter ein Argument an, in der richtigen Reihenfolge</translation>
    </message>
    <message>
        <source>look at the PTX where the message points; compile for this device&apos;s architecture</source>
        <translation>sehen Sie sich das PTX an der Stelle an, die die Meldung nennt; kompilieren Sie für die Architektur dieses Geräts</translation>
    </message>
    <message>
        <source>look up the code in its manual; a library that is newer than the driver does not start, and its workspace may not fit into memory</source>
        <translation>schlagen Sie den Code im Handbuch der Bibliothek nach; ist sie neuer als der Treiber, startet sie nicht, und ihr Arbeitsspeicher (workspace) passt vielleicht nicht in den Speicher</translation>
    </message>
    <message>
        <source>lower max_dynamic_shared</source>
        <translation>verringern Sie max_dynamic_shared</translation>
    </message>
    <message>
        <source>make a step for each</source>
        <translation>machen Sie für jedes einen eigenen Schritt</translation>
    </message>
    <message>
        <source>make cluster.{axis} at least 1</source>
        <translation>machen Sie cluster.{axis} mindestens 1</translation>
    </message>
    <message>
        <source>make room in the folder for temporary files, or capture less</source>
        <translation>schaffen Sie Platz im Ordner für temporäre Dateien, oder zeichnen Sie weniger auf</translation>
    </message>
    <message>
        <source>make the buffers smaller or the check simpler</source>
        <translation>machen Sie die Puffer kleiner oder die Prüfung einfacher</translation>
    </message>
    <message>
        <source>make the buffers smaller, or end what else uses the device</source>
        <translation>machen Sie die Puffer kleiner, oder beenden Sie, was das Gerät sonst benutzt</translation>
    </message>
    <message>
        <source>make the second number larger than the first</source>
        <translation>machen Sie die zweite Zahl größer als die erste</translation>
    </message>
    <message>
        <source>make {side} at least 1; ceil_div rounds up</source>
        <translation>machen Sie {side} mindestens 1; ceil_div rundet auf</translation>
    </message>
    <message>
        <source>memory block {block} is gone</source>
        <translation>den Speicherblock {block} gibt es nicht mehr</translation>
    </message>
    <message>
        <source>memory block {block} is not in use</source>
        <translation>der Speicherblock {block} ist nicht in Gebrauch</translation>
    </message>
    <message>
        <source>memory of the device pool was asked for while a graph is captured</source>
        <translation>Speicher aus dem Pool des Geräts wurde verlangt, während ein Graph aufgezeichnet wird</translation>
    </message>
    <message>
        <source>memory of {device}</source>
        <translation>Speicher von {device}</translation>
    </message>
    <message>
        <source>mpirun started {count} processes, and the MPI that {file} was built with sees one: they are different MPI implementations</source>
        <translation>mpirun hat {count} Prozesse gestartet, und das MPI, mit dem {file} gebaut wurde, sieht einen: es sind verschiedene MPI-Implementierungen</translation>
    </message>
    <message>
        <source>name a buffer of keys, or one of keys and one of values: &quot;keys, values&quot;</source>
        <translation>nennen Sie einen Puffer mit Schlüsseln, oder einen mit Schlüsseln und einen mit Werten: &quot;keys, values&quot;</translation>
    </message>
    <message>
        <source>name a buffer, and give its elements as &quot;value&quot;</source>
        <translation>nennen Sie einen Puffer, und geben Sie seine Elemente als &quot;value&quot; an</translation>
    </message>
    <message>
        <source>name a cache that Kernel Tuner or a sweep has written</source>
        <translation>nennen Sie einen Cache, den Kernel Tuner oder ein Sweep geschrieben hat</translation>
    </message>
    <message>
        <source>name a cache with the sweep&apos;s parameters</source>
        <translation>nennen Sie einen Cache mit den Parametern des Sweeps</translation>
    </message>
    <message>
        <source>name a model that each has with --device</source>
        <translation>nennen Sie mit --device ein Modell, das jeder hat</translation>
    </message>
    <message>
        <source>name a variable that is in scope at this line, threadIdx.x, blockIdx.x, blockDim.x, gridDim.x, lane or warp</source>
        <translation>nennen Sie eine Variable, die in dieser Zeile gilt, threadIdx.x, blockIdx.x, blockDim.x, gridDim.x, lane oder warp</translation>
    </message>
    <message>
        <source>name at least one buffer</source>
        <translation>nennen Sie mindestens einen Puffer</translation>
    </message>
    <message>
        <source>name each device once, by its index of warpbench-cli devices</source>
        <translation>nennen Sie jedes Gerät einmal, mit seinem Index aus warpbench-cli devices</translation>
    </message>
    <message>
        <source>name one with --launch: {kernels}</source>
        <translation>nennen Sie einen mit --launch: {kernels}</translation>
    </message>
    <message>
        <source>name the JSON file that an earlier sweep wrote with --out</source>
        <translation>nennen Sie die JSON-Datei, die ein früherer Sweep mit --out geschrieben hat</translation>
    </message>
    <message>
        <source>name the buffer itself</source>
        <translation>nennen Sie den Puffer selbst</translation>
    </message>
    <message>
        <source>name the file that an earlier sweep wrote with --out</source>
        <translation>nennen Sie die Datei, die ein früherer Sweep mit --out geschrieben hat</translation>
    </message>
    <message>
        <source>no NVIDIA driver was found; looked for {places}</source>
        <translation>kein NVIDIA-Treiber war zu finden; gesucht wurde nach {places}</translation>
    </message>
    <message>
        <source>no answer came within the run&apos;s time limit</source>
        <translation>innerhalb der Zeitgrenze des Laufs kam keine Antwort</translation>
    </message>
    <message>
        <source>no room for {size} of device memory on {device}: {free} of {total} are free, {use}</source>
        <translation>kein Platz für {size} Gerätespeicher auf {device}: {free} von {total} sind frei, {use}</translation>
    </message>
    <message>
        <source>no room for {size} of page-locked host memory on {device}: {use}</source>
        <translation>kein Platz für {size} seitenfest gehaltenen Hauptspeicher (page-locked) für {device}: {use}</translation>
    </message>
    <message>
        <source>nothing is assigned</source>
        <translation>es wird nichts zugewiesen</translation>
    </message>
    <message>
        <source>nothing is timed, but the sweep&apos;s objective is {objective}</source>
        <translation>es wird keine Zeit gemessen, und das Ziel des Sweeps ist {objective}</translation>
    </message>
    <message>
        <source>numpy does not have the type {type} of an argument</source>
        <translation>numpy hat den Typ {type} eines Arguments nicht</translation>
    </message>
    <message>
        <source>nvcc cannot build the program:
{problem}</source>
        <translation>nvcc kann das Programm nicht bauen:
{problem}</translation>
    </message>
    <message>
        <source>nvcc, which builds whole programs, was not found</source>
        <translation>nvcc, das ganze Programme baut, wurde nicht gefunden</translation>
    </message>
    <message>
        <source>one of the values is empty</source>
        <translation>einer der Werte ist leer</translation>
    </message>
    <message>
        <source>programmatic dependent launch needs compute capability 9.0 or later; leave programmatic out</source>
        <translation>ein programmatischer Launch (programmatic dependent launch) braucht Compute Capability 9.0 oder höher; lassen Sie programmatic weg</translation>
    </message>
    <message>
        <source>raise --limit, or run the program on a smaller problem</source>
        <translation>erhöhen Sie --limit, oder führen Sie das Programm mit einer kleineren Aufgabe aus</translation>
    </message>
    <message>
        <source>raise max_dynamic_shared</source>
        <translation>erhöhen Sie max_dynamic_shared</translation>
    </message>
    <message>
        <source>randint has the empty range [{low}, {high})</source>
        <translation>randint hat den leeren Bereich [{low}, {high})</translation>
    </message>
    <message>
        <source>remove &quot;graph&quot; of the timing</source>
        <translation>entfernen Sie &quot;graph&quot; bei der Zeitmessung</translation>
    </message>
    <message>
        <source>remove that from a copy of the project, or run it with warpbench-cli</source>
        <translation>entfernen Sie das aus einer Kopie des Projekts, oder führen Sie es mit warpbench-cli aus</translation>
    </message>
    <message>
        <source>rename the buffer, parameter or define</source>
        <translation>benennen Sie den Puffer, den Parameter oder das Define um</translation>
    </message>
    <message>
        <source>resident buffer &quot;{name}&quot;</source>
        <translation>der residente Puffer „{name}“</translation>
    </message>
    <message>
        <source>round grid.{axis} up to a multiple of {unit}</source>
        <translation>runden Sie grid.{axis} auf ein Vielfaches von {unit} auf</translation>
    </message>
    <message>
        <source>run &quot;warpbench-cli doctor --install-compiler&quot;, which brings it, or install the CUDA Toolkit</source>
        <translation>rufen Sie „warpbench-cli doctor --install-compiler“ auf, das es mitbringt, oder installieren Sie das CUDA Toolkit</translation>
    </message>
    <message>
        <source>run again to rebuild it; if that does not help, the cache folder may be on a file system mounted noexec: choose another one with XDG_CACHE_HOME</source>
        <translation>starten Sie einen neuen Lauf, der sie neu baut; hilft das nicht, liegt der Cache-Ordner vielleicht auf einem mit noexec eingehängten Dateisystem: wählen Sie mit XDG_CACHE_HOME einen anderen</translation>
    </message>
    <message>
        <source>run again to recreate them</source>
        <translation>starten Sie einen neuen Lauf, der sie wieder anlegt</translation>
    </message>
    <message>
        <source>run it again, or on a simulated GPU; or remove &quot;address&quot; if no pointer in memory points to the buffer</source>
        <translation>starten Sie einen neuen Lauf, oder nehmen Sie eine simulierte GPU; oder entfernen Sie &quot;address&quot;, wenn kein Zeiger im Speicher auf den Puffer zeigt</translation>
    </message>
    <message>
        <source>run it on another GPU or on a simulated one</source>
        <translation>führen Sie es auf einer anderen GPU oder auf einer simulierten aus</translation>
    </message>
    <message>
        <source>run the project first</source>
        <translation>führen Sie zuerst das Projekt aus</translation>
    </message>
    <message>
        <source>run the project on the simulated device with --check faults to see kernel, line and thread; CUDA cannot be used again in this process</source>
        <translation>lassen Sie das Projekt auf dem simulierten Gerät mit --check faults laufen, um Kernel, Zeile und Thread zu sehen; CUDA ist in diesem Prozess nicht mehr zu benutzen</translation>
    </message>
    <message>
        <source>run warpbench-cli doctor</source>
        <translation>rufen Sie warpbench-cli doctor auf</translation>
    </message>
    <message>
        <source>says nothing</source>
        <translation>sagt nichts</translation>
    </message>
    <message>
        <source>see `warpbench-cli devices`</source>
        <translation>siehe `warpbench-cli devices`</translation>
    </message>
    <message>
        <source>see the fault report for kernel, line, block and thread</source>
        <translation>der Bericht über die Fehler nennt Kernel, Zeile, Block und Thread</translation>
    </message>
    <message>
        <source>set max_dynamic_shared of the launch, up to {most}</source>
        <translation>setzen Sie max_dynamic_shared des Launchs, bis {most}</translation>
    </message>
    <message>
        <source>set timing.repeats or --repeats to 1 or more</source>
        <translation>setzen Sie timing.repeats oder --repeats auf 1 oder mehr</translation>
    </message>
    <message>
        <source>several devices share its run</source>
        <translation>mehrere Geräte teilen sich seinen Lauf</translation>
    </message>
    <message>
        <source>sort by a buffer of real numbers, such as their abs(), and move the complex numbers along</source>
        <translation>sortieren Sie nach einem Puffer aus reellen Zahlen, etwa nach ihrem abs(), und bewegen Sie die komplexen Zahlen mit</translation>
    </message>
    <message>
        <source>spmv: row {row} begins at value {begin} and ends at {end}, of {count}</source>
        <translation>spmv: Zeile {row} beginnt bei Wert {begin} und endet bei {end}, von {count}</translation>
    </message>
    <message>
        <source>spmv: value {index} is in column {column} of {count}</source>
        <translation>spmv: Wert {index} liegt in Spalte {column} von {count}</translation>
    </message>
    <message>
        <source>start again without --resume, or write to another file</source>
        <translation>beginnen Sie neu ohne --resume, oder schreiben Sie in eine andere Datei</translation>
    </message>
    <message>
        <source>start the program again</source>
        <translation>starten Sie das Programm neu</translation>
    </message>
    <message>
        <source>start the program again, or use --isolate</source>
        <translation>starten Sie das Programm neu, oder nehmen Sie --isolate</translation>
    </message>
    <message>
        <source>start with the mpirun of that MPI, or build Warpbench with the other one (manual, Scripts and clusters, Past one machine)</source>
        <translation>starten Sie mit dem mpirun dieses MPI, oder bauen Sie Warpbench mit dem anderen (Handbuch, „Scripts and clusters“, „Past one machine“)</translation>
    </message>
    <message>
        <source>sweep on each of them by itself</source>
        <translation>führen Sie auf jeder für sich einen Sweep aus</translation>
    </message>
    <message>
        <source>synchronise with several launches instead of grid.sync()</source>
        <translation>synchronisieren Sie mit mehreren Launches statt mit grid.sync()</translation>
    </message>
    <message>
        <source>take CUDA&apos;s compat folder out of the library path, or update the driver</source>
        <translation>nehmen Sie den Ordner compat von CUDA aus dem Suchpfad für Bibliotheken heraus, oder aktualisieren Sie den Treiber</translation>
    </message>
    <message>
        <source>take its folder out of LD_LIBRARY_PATH; Warpbench finds it by itself</source>
        <translation>nehmen Sie ihren Ordner aus LD_LIBRARY_PATH heraus; Warpbench findet sie von selbst</translation>
    </message>
    <message>
        <source>take real() or abs() of them in a kernel of real numbers</source>
        <translation>nehmen Sie davon real() oder abs() in einem Kernel mit reellen Zahlen</translation>
    </message>
    <message>
        <source>the GPU worker ended during the run ({end})</source>
        <translation>der Arbeitsprozess der GPU endete während des Laufs ({end})</translation>
    </message>
    <message>
        <source>the GPU worker ended, and its resident buffers with it</source>
        <translation>der Arbeitsprozess der GPU endete, und seine residenten Puffer mit ihm</translation>
    </message>
    <message>
        <source>the GPU worker ends before it can list devices</source>
        <translation>der Arbeitsprozess der GPU endet, bevor er Geräte auflisten kann</translation>
    </message>
    <message>
        <source>the GPU worker sent an invalid answer ({problem})</source>
        <translation>der Arbeitsprozess der GPU gab eine ungültige Antwort ({problem})</translation>
    </message>
    <message>
        <source>the GPU&apos;s counters cannot be read: {call} says {problem} ({number})</source>
        <translation>die Zähler der GPU können nicht gelesen werden: {call} meldet {problem} ({number})</translation>
    </message>
    <message>
        <source>the GPU&apos;s counters of some launches were lost</source>
        <translation>die Zähler der GPU von manchen Launches gingen verloren</translation>
    </message>
    <message>
        <source>the PTX was made by a newer compiler than this driver knows; update the driver, or compile for the device itself (sm_XX, not compute_XX) or with an older NVRTC</source>
        <translation>das PTX hat ein neuerer Compiler gemacht, als dieser Treiber kennt; bringen Sie den Treiber auf den neuesten Stand, oder kompilieren Sie für das Gerät selbst (sm_XX, nicht compute_XX) oder mit einem älteren NVRTC</translation>
    </message>
    <message>
        <source>the addresses {first} to {last} are not free on this device, but buffers of the project need them</source>
        <translation>die Adressen {first} bis {last} sind auf diesem Gerät nicht frei, und Puffer des Projekts brauchen sie</translation>
    </message>
    <message>
        <source>the administrator of this virtual GPU has to turn profiling on for it</source>
        <translation>der Administrator dieser virtuellen GPU muss das Profiling für sie einschalten</translation>
    </message>
    <message>
        <source>the argument {value}</source>
        <translation>das Argument {value}</translation>
    </message>
    <message>
        <source>the block needs more registers or shared memory than an SM has; use a smaller block, or limit registers with __launch_bounds__</source>
        <translation>der Block braucht mehr Register oder Shared Memory, als ein SM hat; nehmen Sie einen kleineren Block, oder begrenzen Sie die Register mit __launch_bounds__</translation>
    </message>
    <message>
        <source>the buffer cannot be read before it has contents</source>
        <translation>der Puffer kann nicht gelesen werden, bevor er einen Inhalt hat</translation>
    </message>
    <message>
        <source>the buffer for the random numbers is missing</source>
        <translation>der Puffer für die Zufallszahlen fehlt</translation>
    </message>
    <message>
        <source>the cache has several values of {name}, which the sweep does not try</source>
        <translation>der Cache hat mehrere Werte von {name}, die der Sweep nicht probiert</translation>
    </message>
    <message>
        <source>the captured memory could not be written to disk</source>
        <translation>der aufgezeichnete Speicher konnte nicht auf die Platte geschrieben werden</translation>
    </message>
    <message>
        <source>the compiler process ended by itself ({end})</source>
        <translation>der Prozess des Compilers endete von selbst ({end})</translation>
    </message>
    <message>
        <source>the computer has not enough memory for this</source>
        <translation>der Computer hat dafür nicht genug Speicher</translation>
    </message>
    <message>
        <source>the define &apos;{name}&apos; depends on others that the sweep varies</source>
        <translation>das Define „{name}“ hängt von anderen ab, die der Sweep ändert</translation>
    </message>
    <message>
        <source>the device has a hardware fault; see nvidia-smi -q</source>
        <translation>das Gerät hat einen Hardwarefehler; siehe nvidia-smi -q</translation>
    </message>
    <message>
        <source>the device may be lost: check nvidia-smi and the system log for NVRM messages, or choose another device</source>
        <translation>das Gerät ist vielleicht weg: sehen Sie nach, was nvidia-smi und das Protokoll des Systems über NVRM sagen, oder wählen Sie ein anderes Gerät</translation>
    </message>
    <message>
        <source>the device&apos;s peaks were not measured: {size} of its memory are free, too little to copy an array far larger than its L2 cache</source>
        <translation>die Spitzenwerte des Geräts wurden nicht gemessen: {size} seines Speichers sind frei, zu wenig, um ein Array zu kopieren, das viel größer als sein L2-Cache ist</translation>
    </message>
    <message>
        <source>the earlier results are from another state of the project or its source, or from another kind of device</source>
        <translation>die früheren Ergebnisse stammen aus einem anderen Stand des Projekts oder seiner Quelle oder von einer anderen Art von Gerät</translation>
    </message>
    <message>
        <source>the entry &quot;{entry}&quot; has no time</source>
        <translation>der Eintrag „{entry}“ hat keine Zeit</translation>
    </message>
    <message>
        <source>the entry &quot;{entry}&quot; has no {name}</source>
        <translation>der Eintrag „{entry}“ hat kein {name}</translation>
    </message>
    <message>
        <source>the entry &quot;{entry}&quot; has no {name}, which the sweep compares</source>
        <translation>der Eintrag „{entry}“ hat kein {name}, das der Sweep vergleicht</translation>
    </message>
    <message>
        <source>the entry &quot;{entry}&quot; is not an object</source>
        <translation>der Eintrag „{entry}“ ist kein Objekt</translation>
    </message>
    <message>
        <source>the expression does not name a buffer, so its number of elements is unknown</source>
        <translation>der Ausdruck nennt keinen Puffer, also ist seine Zahl von Elementen unbekannt</translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation>der Kernel</translation>
    </message>
    <message>
        <source>the kernel is launched several times</source>
        <translation>der Kernel wird mehrmals gestartet</translation>
    </message>
    <message>
        <source>the kernel ran past its time limit; look for an endless loop or raise timing.timeout_s</source>
        <translation>der Kernel lief über seine Zeitgrenze hinaus; suchen Sie nach einer Endlosschleife, oder erhöhen Sie timing.timeout_s</translation>
    </message>
    <message>
        <source>the kernel ran too long for a device that also drives a display; shorten it or use another device</source>
        <translation>der Kernel lief zu lange für ein Gerät, an dem auch ein Bildschirm hängt; kürzen Sie ihn, oder nehmen Sie ein anderes Gerät</translation>
    </message>
    <message>
        <source>the kernel&apos;s name contains {name}, which depends on the sweep</source>
        <translation>der Name des Kernels enthält {name}, und das hängt vom Sweep ab</translation>
    </message>
    <message>
        <source>the launch has clusters</source>
        <translation>der Launch hat Cluster</translation>
    </message>
    <message>
        <source>the launch is cooperative</source>
        <translation>der Launch ist kooperativ</translation>
    </message>
    <message>
        <source>the launch is no longer being stepped through</source>
        <translation>durch diesen Launch wird nicht mehr in Schritten gegangen</translation>
    </message>
    <message>
        <source>the launch of {kernel} reaches more memory than the limit</source>
        <translation>der Launch von {kernel} erreicht mehr Speicher, als die Grenze erlaubt</translation>
    </message>
    <message>
        <source>the launches cannot be recorded as a graph: {problem}</source>
        <translation>die Launches können nicht als Graph aufgezeichnet werden: {problem}</translation>
    </message>
    <message>
        <source>the library that nvcc built from CUB cannot be loaded: {problem}</source>
        <translation>die Bibliothek, die nvcc aus CUB gebaut hat, kann nicht geladen werden: {problem}</translation>
    </message>
    <message>
        <source>the number of elements to sort</source>
        <translation>die Zahl der zu sortierenden Elemente</translation>
    </message>
    <message>
        <source>the objective is {objective}, but no launch says how many bytes it moves</source>
        <translation>das Ziel ist {objective}, und kein Launch sagt, wie viele Bytes er bewegt</translation>
    </message>
    <message>
        <source>the objective is {objective}, but no launch says how many operations it does</source>
        <translation>das Ziel ist {objective}, und kein Launch sagt, wie viele Operationen er ausführt</translation>
    </message>
    <message>
        <source>the process in which the launch was stepped through ended ({end})</source>
        <translation>der Prozess, in dem durch den Launch in Schritten gegangen wurde, endete ({end})</translation>
    </message>
    <message>
        <source>the process that fills and checks buffers ended ({end})</source>
        <translation>der Prozess, der Puffer füllt und prüft, endete ({end})</translation>
    </message>
    <message>
        <source>the project cannot be exported for Kernel Tuner: {problem}</source>
        <translation>das Projekt kann nicht für Kernel Tuner exportiert werden: {problem}</translation>
    </message>
    <message>
        <source>the project cannot be exported: {problem}</source>
        <translation>das Projekt kann nicht exportiert werden: {problem}</translation>
    </message>
    <message>
        <source>the project does not define a sweep</source>
        <translation>das Projekt beschreibt keinen Sweep</translation>
    </message>
    <message>
        <source>the project does not define a sweep for Kernel Tuner</source>
        <translation>das Projekt beschreibt keinen Sweep für Kernel Tuner</translation>
    </message>
    <message>
        <source>the project has {count} launches, but Kernel Tuner tunes one</source>
        <translation>das Projekt hat {count} Launches, und Kernel Tuner stimmt nur einen ab</translation>
    </message>
    <message>
        <source>the range &quot;{range}&quot; ends before it begins</source>
        <translation>der Bereich „{range}“ endet, bevor er beginnt</translation>
    </message>
    <message>
        <source>the range &quot;{range}&quot; has more than {limit} values</source>
        <translation>der Bereich „{range}“ hat mehr als {limit} Werte</translation>
    </message>
    <message>
        <source>the range &quot;{range}&quot; is not made of numbers</source>
        <translation>der Bereich „{range}“ besteht nicht aus Zahlen</translation>
    </message>
    <message>
        <source>the range &quot;{range}&quot; never reaches its end</source>
        <translation>der Bereich „{range}“ erreicht nie sein Ende</translation>
    </message>
    <message>
        <source>the search for a combination was cancelled</source>
        <translation>die Suche nach einer Kombination wurde abgebrochen</translation>
    </message>
    <message>
        <source>the seed is negative</source>
        <translation>der Startwert (seed) ist negativ</translation>
    </message>
    <message>
        <source>the simulated GPU was not found; looked for {places}</source>
        <translation>die simulierte GPU wurde nicht gefunden; gesucht wurde nach {places}</translation>
    </message>
    <message>
        <source>the simulated GPU&apos;s library has no {name}</source>
        <translation>die Bibliothek der simulierten GPU hat kein {name}</translation>
    </message>
    <message>
        <source>the simulated device does not offer this; use a real one</source>
        <translation>das simulierte Gerät bietet das nicht; nehmen Sie ein echtes</translation>
    </message>
    <message>
        <source>the simulated driver</source>
        <translation>der simulierte Treiber</translation>
    </message>
    <message>
        <source>the standard deviation is negative</source>
        <translation>die Standardabweichung ist negativ</translation>
    </message>
    <message>
        <source>the strategy {name}</source>
        <translation>die Strategie {name}</translation>
    </message>
    <message>
        <source>the sweep has more than 10 million combinations</source>
        <translation>der Sweep hat mehr als 10 Millionen Kombinationen</translation>
    </message>
    <message>
        <source>the sweep tries {name}, but the cache has only {names}</source>
        <translation>der Sweep probiert {name}, und der Cache hat nur {names}</translation>
    </message>
    <message>
        <source>the sweep tries {name}, which is not a parameter or define</source>
        <translation>der Sweep probiert {name}, und das ist kein Parameter und kein Define</translation>
    </message>
    <message>
        <source>the sweep&apos;s {name} is not the block&apos;s size</source>
        <translation>{name} des Sweeps ist nicht die Größe des Blocks</translation>
    </message>
    <message>
        <source>the timing was cancelled</source>
        <translation>die Zeitmessung wurde abgebrochen</translation>
    </message>
    <message>
        <source>the value of {name}</source>
        <translation>der Wert von {name}</translation>
    </message>
    <message>
        <source>this CUDA driver</source>
        <translation>dieser CUDA-Treiber</translation>
    </message>
    <message>
        <source>this device does not let a program choose addresses, but buffers of the project have fixed ones</source>
        <translation>dieses Gerät lässt ein Programm keine Adressen wählen, und Puffer des Projekts haben feste</translation>
    </message>
    <message>
        <source>this device or driver does not offer it</source>
        <translation>dieses Gerät oder sein Treiber bietet das nicht</translation>
    </message>
    <message>
        <source>this expression is too long for a script</source>
        <translation>dieser Ausdruck ist zu lang für ein Skript</translation>
    </message>
    <message>
        <source>this function works on whole arrays, but a script needs a number here</source>
        <translation>diese Funktion arbeitet mit ganzen Arrays, und ein Skript braucht hier eine Zahl</translation>
    </message>
    <message>
        <source>this installation cannot record launches of a real GPU</source>
        <translation>diese Installation kann keine Launches einer echten GPU aufzeichnen</translation>
    </message>
    <message>
        <source>this is a bug in the program, which must allocate earlier; please report it</source>
        <translation>das ist ein Fehler im Programm, das früher Speicher belegen muss; bitte melden Sie ihn</translation>
    </message>
    <message>
        <source>this is a bug in the program; please report it</source>
        <translation>das ist ein Fehler im Programm; bitte melden Sie ihn</translation>
    </message>
    <message>
        <source>this is not a Kernel Tuner cache</source>
        <translation>dies ist kein Cache von Kernel Tuner</translation>
    </message>
    <message>
        <source>this is not a sweep result</source>
        <translation>dies ist kein Ergebnis eines Sweeps</translation>
    </message>
    <message>
        <source>this is not a sweep result of a known version</source>
        <translation>dies ist kein Ergebnis eines Sweeps in einer bekannten Version</translation>
    </message>
    <message>
        <source>this is the toolkit&apos;s stub for linking; install NVIDIA&apos;s driver, or take the stubs folder out of the library path</source>
        <translation>dies ist der Platzhalter (stub) des Toolkits zum Binden; installieren Sie NVIDIAs Treiber, oder nehmen Sie den Ordner stubs aus dem Suchpfad für Bibliotheken heraus</translation>
    </message>
    <message>
        <source>this process cannot use the device any more</source>
        <translation>dieser Prozess kann das Gerät nicht mehr benutzen</translation>
    </message>
    <message>
        <source>this program uses {used}</source>
        <translation>dieses Programm belegt {used}</translation>
    </message>
    <message>
        <source>this program uses {used}, and freeing {released} of unused blocks was not enough</source>
        <translation>dieses Programm belegt {used}, und es reichte nicht, {released} unbenutzter Blöcke freizugeben</translation>
    </message>
    <message>
        <source>two arguments are the same buffer</source>
        <translation>zwei Argumente sind derselbe Puffer</translation>
    </message>
    <message>
        <source>unknown distribution &quot;{name}&quot;</source>
        <translation>es gibt keine Verteilung „{name}“</translation>
    </message>
    <message>
        <source>unknown kernel &quot;{kernel}&quot;</source>
        <translation>es gibt keinen Kernel „{kernel}“</translation>
    </message>
    <message>
        <source>unknown name &apos;{name}&apos;</source>
        <translation>„{name}“ gibt es nicht</translation>
    </message>
    <message>
        <source>unknown objective &quot;{objective}&quot;</source>
        <translation>es gibt kein Ziel „{objective}“</translation>
    </message>
    <message>
        <source>unknown search strategy &apos;{strategy}&apos;</source>
        <translation>es gibt keine Suchstrategie „{strategy}“</translation>
    </message>
    <message>
        <source>unknown simulated GPU &quot;{device}&quot;</source>
        <translation>es gibt keine simulierte GPU „{device}“</translation>
    </message>
    <message>
        <source>update NVIDIA&apos;s driver</source>
        <translation>aktualisieren Sie NVIDIAs Treiber</translation>
    </message>
    <message>
        <source>update the driver, or avoid the feature that needs it</source>
        <translation>aktualisieren Sie den Treiber, oder meiden Sie die Funktion, die das braucht</translation>
    </message>
    <message>
        <source>use a simulated GPU (--device sim), or Linux on x86-64</source>
        <translation>nehmen Sie eine simulierte GPU (--device sim) oder Linux auf x86-64</translation>
    </message>
    <message>
        <source>use a smaller block and more of them</source>
        <translation>nehmen Sie kleinere Blöcke und mehr davon</translation>
    </message>
    <message>
        <source>use a smaller block, or change __launch_bounds__ or the register limit</source>
        <translation>nehmen Sie einen kleineren Block, oder ändern Sie __launch_bounds__ oder die Grenze der Register</translation>
    </message>
    <message>
        <source>use a smaller grid and let each block do more</source>
        <translation>nehmen Sie ein kleineres Grid, und lassen Sie jeden Block mehr tun</translation>
    </message>
    <message>
        <source>use a smaller {side}, or spread it over the other axes</source>
        <translation>nehmen Sie ein kleineres {side}, oder verteilen Sie es auf die anderen Achsen</translation>
    </message>
    <message>
        <source>use another buffer for the result</source>
        <translation>nehmen Sie einen anderen Puffer für das Ergebnis</translation>
    </message>
    <message>
        <source>use another function</source>
        <translation>nehmen Sie eine andere Funktion</translation>
    </message>
    <message>
        <source>use bool, an integer type, float16, bfloat16, float32 or float64, or write the kernel</source>
        <translation>nehmen Sie bool, einen ganzzahligen Typ, float16, bfloat16, float32 oder float64, oder schreiben Sie den Kernel selbst</translation>
    </message>
    <message>
        <source>use bool, an integer type, float32 or float64, or write the kernel</source>
        <translation>nehmen Sie bool, einen ganzzahligen Typ, float32 oder float64, oder schreiben Sie den Kernel selbst</translation>
    </message>
    <message>
        <source>use i, or give the buffer another shape</source>
        <translation>nehmen Sie i, oder geben Sie dem Puffer eine andere Form</translation>
    </message>
    <message>
        <source>use numbers of another type than float8, or write the kernel</source>
        <translation>nehmen Sie Zahlen eines anderen Typs als float8, oder schreiben Sie den Kernel selbst</translation>
    </message>
    <message>
        <source>use parameters, defines and numbers</source>
        <translation>nehmen Sie Parameter, Defines und Zahlen</translation>
    </message>
    <message>
        <source>use randint, or a floating-point type</source>
        <translation>nehmen Sie randint oder einen Gleitkommatyp</translation>
    </message>
    <message>
        <source>use smaller buffers, free memory that other programs hold on the device, or choose a device with more memory</source>
        <translation>nehmen Sie kleinere Puffer, geben Sie Speicher frei, den andere Programme auf dem Gerät halten, oder wählen Sie ein Gerät mit mehr Speicher</translation>
    </message>
    <message>
        <source>use smaller buffers, or a device with more memory</source>
        <translation>nehmen Sie kleinere Puffer oder ein Gerät mit mehr Speicher</translation>
    </message>
    <message>
        <source>use smaller buffers, or raise the limit of locked memory (ulimit -l)</source>
        <translation>nehmen Sie kleinere Puffer, oder erhöhen Sie die Grenze für seitenfest gehaltenen Speicher (ulimit -l)</translation>
    </message>
    <message>
        <source>use smaller buffers, reset resident ones, or end other programs that use the device</source>
        <translation>nehmen Sie kleinere Puffer, setzen Sie residente zurück, oder beenden Sie andere Programme, die das Gerät benutzen</translation>
    </message>
    <message>
        <source>use smaller buffers: a simulated device is limited to the memory that the host can spare</source>
        <translation>nehmen Sie kleinere Puffer: ein simuliertes Gerät hat nur den Speicher, den der Host entbehren kann</translation>
    </message>
    <message>
        <source>use smaller clusters</source>
        <translation>nehmen Sie kleinere Cluster</translation>
    </message>
    <message>
        <source>use smaller tiles</source>
        <translation>nehmen Sie kleinere Kacheln</translation>
    </message>
    <message>
        <source>use the library that came with Warpbench {version}</source>
        <translation>nehmen Sie die Bibliothek, die mit Warpbench {version} kam</translation>
    </message>
    <message>
        <source>use the library that came with this Warpbench</source>
        <translation>nehmen Sie die Bibliothek, die mit diesem Warpbench kam</translation>
    </message>
    <message>
        <source>variable &quot;{name}&quot;</source>
        <translation>Variable „{name}“</translation>
    </message>
    <message>
        <source>waiting for the other ranks was cancelled</source>
        <translation>das Warten auf die anderen Ränge wurde abgebrochen</translation>
    </message>
    <message>
        <source>warpbench-worker is missing in {folder}</source>
        <translation>warpbench-worker fehlt in {folder}</translation>
    </message>
    <message>
        <source>what is expected of {buffer}</source>
        <translation>der erwartete Inhalt von {buffer}</translation>
    </message>
    <message>
        <source>what this run left in &quot;{name}&quot;</source>
        <translation>was dieser Lauf in „{name}“ hinterließ,</translation>
    </message>
    <message>
        <source>what {buffer} begins with</source>
        <translation>der Anfangsinhalt von {buffer}</translation>
    </message>
    <message>
        <source>write BUFFER = EXPRESSION, as in z = a * x + y</source>
        <translation>schreiben Sie PUFFER = AUSDRUCK, etwa z = a * x + y</translation>
    </message>
    <message>
        <source>write BUFFER = EXPRESSION, with a semicolon between several</source>
        <translation>schreiben Sie PUFFER = AUSDRUCK, mehrere mit Semikolon dazwischen</translation>
    </message>
    <message>
        <source>write a .t4.json or .json file</source>
        <translation>schreiben Sie eine .t4.json- oder .json-Datei</translation>
    </message>
    <message>
        <source>write for instance 64, 128, 256</source>
        <translation>schreiben Sie etwa 64, 128, 256</translation>
    </message>
    <message>
        <source>write for instance z = uniform(0, 1), z = normal(0, 1) or z = randint(0, 10)</source>
        <translation>schreiben Sie etwa z = uniform(0, 1), z = normal(0, 1) oder z = randint(0, 10)</translation>
    </message>
    <message>
        <source>write its value</source>
        <translation>schreiben Sie seinen Wert</translation>
    </message>
    <message>
        <source>write sum, product, min, max, or an expression of left and right</source>
        <translation>schreiben Sie sum, product, min, max oder einen Ausdruck aus left und right</translation>
    </message>
    <message>
        <source>write the kernel</source>
        <translation>schreiben Sie den Kernel selbst</translation>
    </message>
    <message>
        <source>write the kernel, or compute this part on the host</source>
        <translation>schreiben Sie den Kernel selbst, oder berechnen Sie diesen Teil auf dem Host</translation>
    </message>
    <message>
        <source>write their abs(), real() or imag() to a buffer of real numbers first, in an elementwise step</source>
        <translation>schreiben Sie zuerst in einem elementweisen Schritt ihr abs(), real() oder imag() in einen Puffer aus reellen Zahlen</translation>
    </message>
    <message>
        <source>write your own kernel next to it</source>
        <translation>schreiben Sie daneben einen eigenen Kernel</translation>
    </message>
    <message>
        <source>{argument} of kernel &quot;{kernel}&quot; has {found} bytes, but {parameter} takes {expected}</source>
        <translation>{argument} von Kernel „{kernel}“ hat {found} Bytes, und {parameter} nimmt {expected}</translation>
    </message>
    <message>
        <source>{array} and {count} levels</source>
        <translation>{array}, {count} Stufen</translation>
    </message>
    <message>
        <source>{buffer} is no longer on the device</source>
        <translation>{buffer} ist nicht mehr auf dem Gerät</translation>
    </message>
    <message>
        <source>{call} failed</source>
        <translation>{call} schlug fehl</translation>
    </message>
    <message>
        <source>{call} failed for {object}</source>
        <translation>{call} schlug für {object} fehl</translation>
    </message>
    <message>
        <source>{call} failed for {object} on {device}</source>
        <translation>{call} schlug für {object} auf {device} fehl</translation>
    </message>
    <message>
        <source>{call} failed on {device}</source>
        <translation>{call} schlug auf {device} fehl</translation>
    </message>
    <message>
        <source>{count} linked sources</source>
        <translation>{count} gebundene Quellen</translation>
    </message>
    <message>
        <source>{count} rows of {size}</source>
        <translation>{count} Zeilen von {size}</translation>
    </message>
    <message>
        <source>{count} values at {target}</source>
        <translation>{count} Werte bei {target}</translation>
    </message>
    <message>
        <source>{device} is a real GPU, but times are estimated only for simulated ones</source>
        <translation>{device} ist eine echte GPU, und Zeiten werden nur für simulierte Geräte geschätzt</translation>
    </message>
    <message>
        <source>{driver} has no device {device}</source>
        <translation>{driver} hat kein Gerät {device}</translation>
    </message>
    <message>
        <source>{driver} has no {name}</source>
        <translation>{driver} hat kein {name}</translation>
    </message>
    <message>
        <source>{file} exists and would be replaced</source>
        <translation>{file} gibt es schon und würde ersetzt</translation>
    </message>
    <message>
        <source>{file} has no {function}</source>
        <translation>{file} hat kein {function}</translation>
    </message>
    <message>
        <source>{file} is not from this program&apos;s build</source>
        <translation>{file} wurde nicht mit diesem Programm gebaut</translation>
    </message>
    <message>
        <source>{file}: the file does not exist</source>
        <translation>{file}: die Datei gibt es nicht</translation>
    </message>
    <message>
        <source>{first} has {firstName} ({firstCapability}) and {device} has {name} ({capability}), but all ranks share one compile</source>
        <translation>{first} hat {firstName} ({firstCapability}), und {device} hat {name} ({capability}), aber für alle Ränge wird nur einmal kompiliert</translation>
    </message>
    <message>
        <source>{folder} does not contain a captured launch</source>
        <translation>{folder} enthält keinen aufgezeichneten Launch</translation>
    </message>
    <message>
        <source>{found} bytes of buffer {index}, where {expected} were asked for</source>
        <translation>{found} Bytes von Puffer {index}, und verlangt waren {expected}</translation>
    </message>
    <message>
        <source>{function} numbers are fractions, but the type of &apos;{buffer}&apos; is {type}</source>
        <translation>Zahlen aus {function} sind Brüche, und der Typ von „{buffer}“ ist {type}</translation>
    </message>
    <message>
        <source>{function} takes two numbers</source>
        <translation>{function} braucht zwei Zahlen</translation>
    </message>
    <message>
        <source>{kernel} (the module has {names})</source>
        <translation>{kernel} (das Modul hat {names})</translation>
    </message>
    <message>
        <source>{kernel} has {found} parameters in its source and {expected} in its code</source>
        <translation>{kernel} hat {found} Parameter in der Quelle und {expected} im Code</translation>
    </message>
    <message>
        <source>{kernel} uses textures or surfaces, which are not captured</source>
        <translation>{kernel} benutzt Texturen oder Surfaces, und die werden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>{kernel} with grid {grid}, block {block}, {count} bytes of dynamic shared memory</source>
        <translation>{kernel} mit Grid {grid}, Block {block} und {count} Bytes dynamischem Shared Memory</translation>
    </message>
    <message>
        <source>{library} does not offer version {number} of the simulator&apos;s interface</source>
        <translation>{library} bietet Version {number} der Schnittstelle des Simulators nicht</translation>
    </message>
    <message>
        <source>{library} is Warpbench&apos;s simulated driver, not NVIDIA&apos;s</source>
        <translation>{library} ist der simulierte Treiber von Warpbench, nicht der von NVIDIA</translation>
    </message>
    <message>
        <source>{library} is older than CUDA 12.6</source>
        <translation>{library} ist älter als CUDA 12.6</translation>
    </message>
    <message>
        <source>{library} lacks {names}</source>
        <translation>{library} ist unvollständig: es fehlt {names}</translation>
    </message>
    <message>
        <source>{library} returned {status} from {function}</source>
        <translation>{library} gab {status} aus {function} zurück</translation>
    </message>
    <message>
        <source>{name} failed on simulated device {device}: code {number}</source>
        <translation>{name} schlug auf dem simulierten Gerät {device} fehl: Code {number}</translation>
    </message>
    <message>
        <source>{objective} is a rate of a real GPU, but {device} is simulated</source>
        <translation>{objective} ist eine Rate einer echten GPU, und {device} ist simuliert</translation>
    </message>
    <message>
        <source>{other} and {name} are different GPUs, so their times cannot be compared</source>
        <translation>{other} und {name} sind verschiedene GPUs, also sind ihre Zeiten nicht zu vergleichen</translation>
    </message>
    <message>
        <source>{problem} after what a kernel did, and &quot;{buffer}&quot; is lost with it</source>
        <translation>{problem}, nach dem, was ein Kernel getan hat, und „{buffer}“ ist damit verloren</translation>
    </message>
    <message>
        <source>{problem} after what an earlier kernel did</source>
        <translation>{problem}, nach dem, was ein früherer Kernel getan hat</translation>
    </message>
    <message>
        <source>{program} contains NVIDIA&apos;s static CUDA runtime, which runs on NVIDIA&apos;s driver only</source>
        <translation>{program} enthält NVIDIAs statische CUDA-Laufzeitbibliothek, die nur mit NVIDIAs Treiber läuft</translation>
    </message>
    <message>
        <source>{rank} runs Warpbench {found}, but rank 0 runs {expected}</source>
        <translation>{rank} hat Warpbench {found}, und Rang 0 hat {expected}</translation>
    </message>
    <message>
        <source>{size} from {source} to {target}</source>
        <translation>{size} von {source} nach {target}</translation>
    </message>
    <message>
        <source>{size} of page-locked host memory</source>
        <translation>{size} seitenfest gehaltenen Hauptspeicher (page-locked)</translation>
    </message>
    <message>
        <source>{subject} changes with the sweep</source>
        <translation>{subject} ändert sich mit dem Sweep</translation>
    </message>
    <message>
        <source>the shape of {buffer}</source>
        <translation>die Form von „{buffer}“</translation>
    </message>
    <message>
        <source>watch memory</source>
        <translation>den Speicher beobachten</translation>
    </message>
    <message>
        <source>&quot;{expression}&quot; is the same for every combination</source>
        <translation>„{expression}“ ist für jede Kombination dasselbe</translation>
    </message>
    <message>
        <source>name figures of a run, such as time * registers</source>
        <translation>nennen Sie Größen eines Laufs, etwa time * registers</translation>
    </message>
    <message>
        <source>{objective} is {value}, which cannot be compared</source>
        <translation>{objective} ist {value}, was sich nicht vergleichen lässt</translation>
    </message>
    <message>
        <source>`{found}` is in the place of `{wanted}`</source>
        <translation>An der Stelle von `{wanted}` steht `{found}`</translation>
    </message>
    <message>
        <source>`{member}` is a bit field, which layouts do not have</source>
        <translation>`{member}` ist ein Bitfeld, das es in Layouts nicht gibt</translation>
    </message>
    <message>
        <source>`{text}` is {value}</source>
        <translation>`{text}` ist {value}</translation>
    </message>
    <message>
        <source>a layout has at most 64 KiB of text</source>
        <translation>Ein Layout hat höchstens 64 KiB Text</translation>
    </message>
    <message>
        <source>a macro is defined by itself</source>
        <translation>Ein Makro ist durch sich selbst definiert</translation>
    </message>
    <message>
        <source>a record has more than {most} numbers</source>
        <translation>Ein Datensatz hat mehr als {most} Zahlen</translation>
    </message>
    <message>
        <source>a record is larger than 1 GiB</source>
        <translation>Ein Datensatz ist größer als 1 GiB</translation>
    </message>
    <message>
        <source>a struct with virtual functions has no fixed layout</source>
        <translation>Ein Struct mit virtuellen Funktionen hat kein festes Layout</translation>
    </message>
    <message>
        <source>a template has no layout</source>
        <translation>Ein Template hat kein Layout</translation>
    </message>
    <message>
        <source>an alignment cannot be {value}</source>
        <translation>Eine Ausrichtung kann nicht {value} sein</translation>
    </message>
    <message>
        <source>choose a real GPU with --device, or the objective estimated_time</source>
        <translation>Wählen Sie mit --device eine echte GPU oder das Ziel estimated_time</translation>
    </message>
    <message>
        <source>declare one, as in `float3 position;`</source>
        <translation>Deklarieren Sie eines, zum Beispiel `float3 position;`</translation>
    </message>
    <message>
        <source>define it above, as a struct, a union or a typedef</source>
        <translation>Definieren Sie ihn darüber, als Struct, Union oder Typedef</translation>
    </message>
    <message>
        <source>define them one by one</source>
        <translation>Definieren Sie sie einzeln</translation>
    </message>
    <message>
        <source>describe a part of it, and the rest with pad</source>
        <translation>Beschreiben Sie einen Teil davon und den Rest mit pad</translation>
    </message>
    <message>
        <source>energy is measured on a real GPU, but {device} is simulated</source>
        <translation>Energie wird auf einer echten GPU gemessen, aber {device} ist simuliert</translation>
    </message>
    <message>
        <source>make its arrays smaller</source>
        <translation>Verkleinern Sie seine Felder</translation>
    </message>
    <message>
        <source>remove `virtual`, and write `pad 8;` for the table&apos;s address</source>
        <translation>Entfernen Sie `virtual` und schreiben Sie `pad 8;` für die Adresse der Tabelle</translation>
    </message>
    <message>
        <source>remove structs that the record does not use</source>
        <translation>Entfernen Sie Structs, die der Datensatz nicht verwendet</translation>
    </message>
    <message>
        <source>remove what is not needed</source>
        <translation>Entfernen Sie, was nicht gebraucht wird</translation>
    </message>
    <message>
        <source>structs are nested too deeply</source>
        <translation>Structs sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>the layout has no members</source>
        <translation>Das Layout hat keine Member</translation>
    </message>
    <message>
        <source>the structs of a layout have too many members together</source>
        <translation>Die Structs eines Layouts haben zusammen zu viele Member</translation>
    </message>
    <message>
        <source>the text ends where `{wanted}` is missing</source>
        <translation>Der Text endet, wo `{wanted}` fehlt</translation>
    </message>
    <message>
        <source>the type `{type}` is not known</source>
        <translation>Der Typ `{type}` ist nicht bekannt</translation>
    </message>
    <message>
        <source>there are two members named &apos;{member}&apos;</source>
        <translation>Zwei Member heißen &apos;{member}&apos;</translation>
    </message>
    <message>
        <source>write C declarations, as in `float3 position;`</source>
        <translation>Schreiben Sie Deklarationen wie in C, zum Beispiel `float3 position;`</translation>
    </message>
    <message>
        <source>write a number from 1 to 2^30</source>
        <translation>Schreiben Sie eine Zahl von 1 bis 2^30</translation>
    </message>
    <message>
        <source>write a power of two up to {most}</source>
        <translation>Schreiben Sie eine Zweierpotenz bis {most}</translation>
    </message>
    <message>
        <source>write the struct with its arguments filled in</source>
        <translation>Schreiben Sie den Struct mit eingesetzten Argumenten</translation>
    </message>
    <message>
        <source>write the whole integer, with `hex` before it</source>
        <translation>Schreiben Sie die ganze Zahl, mit `hex` davor</translation>
    </message>
    <message>
        <source>The text has {bytes} bytes, and the member {most}</source>
        <translation>Der Text hat {bytes} Bytes, das Element {most}</translation>
    </message>
    <message>
        <source>end what else uses the device</source>
        <translation>beenden Sie, was das Gerät sonst nutzt</translation>
    </message>
    <message>
        <source>the GPU was not measured: {size} of its memory are free, too little for an array far larger than its L2 cache</source>
        <translation>die GPU wurde nicht vermessen: {size} ihres Speichers sind frei, zu wenig für ein Array, das weit größer als ihr L2-Cache ist</translation>
    </message>
    <message>
        <source>write it again with warpbench-cli calibrate, or remove it</source>
        <translation>schreiben Sie sie mit warpbench-cli calibrate neu, oder entfernen Sie sie</translation>
    </message>
    <message>
        <source>{file} does not describe a GPU: {problem}</source>
        <translation>{file} beschreibt keine GPU: {problem}</translation>
    </message>
    <message>
        <source>choose a simulated device from Turing on</source>
        <translation>wählen Sie ein simuliertes Gerät ab Turing</translation>
    </message>
    <message>
        <source>its machine code cannot be read</source>
        <translation>sein Maschinencode kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>ptxas cannot assemble the PTX: {log}</source>
        <translation>ptxas kann den PTX-Code nicht übersetzen: {log}</translation>
    </message>
    <message>
        <source>there is no machine code of the kernel: {why}</source>
        <translation>vom Kernel gibt es keinen Maschinencode: {why}</translation>
    </message>
    <message>
        <source>add a launch to the project</source>
        <translation>fügen Sie dem Projekt einen Launch hinzu</translation>
    </message>
    <message>
        <source>change the objective, or rule the combination out with a restriction</source>
        <translation>ändern Sie das Ziel, oder schließen Sie die Kombination mit einer Einschränkung aus</translation>
    </message>
    <message>
        <source>check that the file exists and that you may execute it</source>
        <translation>prüfen Sie, ob es die Datei gibt und ob Sie sie ausführen dürfen</translation>
    </message>
    <message>
        <source>check the name and its template arguments</source>
        <translation>prüfen Sie den Namen und seine Template-Argumente</translation>
    </message>
    <message>
        <source>fix the errors that nvcc reports</source>
        <translation>beheben Sie die Fehler, die nvcc meldet</translation>
    </message>
    <message>
        <source>fix the errors that the compiler reports</source>
        <translation>beheben Sie die Fehler, die der Compiler meldet</translation>
    </message>
    <message>
        <source>fix the other device&apos;s error</source>
        <translation>beheben Sie den Fehler des anderen Geräts</translation>
    </message>
    <message>
        <source>fix the other rank&apos;s error</source>
        <translation>beheben Sie den Fehler des anderen Rangs</translation>
    </message>
    <message>
        <source>fix what ptxas reports</source>
        <translation>beheben Sie, was ptxas meldet</translation>
    </message>
    <message>
        <source>look at the first wrong elements, in the Buffers panel or in the report</source>
        <translation>sehen Sie sich die ersten falschen Elemente an, unter „Puffer“ oder im Bericht</translation>
    </message>
    <message>
        <source>put the code into one source</source>
        <translation>schreiben Sie den Code in eine Quelle</translation>
    </message>
    <message>
        <source>run fewer launches in a pass</source>
        <translation>lassen Sie weniger Launches in einem Durchgang laufen</translation>
    </message>
    <message>
        <source>start other commands without mpirun</source>
        <translation>starten Sie andere Befehle ohne mpirun</translation>
    </message>
    <message>
        <source>step on and look at it again</source>
        <translation>gehen Sie weiter, und sehen Sie ihn noch einmal an</translation>
    </message>
    <message>
        <source>use a number instead</source>
        <translation>nehmen Sie stattdessen eine Zahl</translation>
    </message>
    <message>
        <source>write a shorter text</source>
        <translation>schreiben Sie einen kürzeren Text</translation>
    </message>
</context>
<context>
    <name>Evaluation</name>
    <message>
        <source>A value is missing</source>
        <translation>Es fehlt ein Wert</translation>
    </message>
    <message>
        <source>%1 is not a whole number</source>
        <translation>%1 ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>%1 is too small: at least %2</source>
        <translation>%1 ist zu klein: mindestens %2</translation>
    </message>
</context>
<context>
    <name>ExportProgram</name>
    <message>
        <source>choose another folder or name</source>
        <translation>wählen Sie einen anderen Ordner oder Namen</translation>
    </message>
    <message>
        <source>The program was not exported</source>
        <translation>Das Programm wurde nicht exportiert</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>%1 exportiert</translation>
    </message>
    <message>
        <source>Export as Program</source>
        <translation>Als Programm exportieren</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>%1 wird exportiert</translation>
    </message>
    <message>
        <source>Kernel Tuner tunes one launch:</source>
        <translation>Kernel Tuner stimmt einen Start ab:</translation>
    </message>
    <message>
        <source>CUDA C++ with a main (*.cu);;Python with CuPy (*.py);;Python with PyCUDA (*.py);;Script for Kernel Tuner (*.py)</source>
        <translation>CUDA C++ mit main (*.cu);;Python mit CuPy (*.py);;Python mit PyCUDA (*.py);;Skript für Kernel Tuner (*.py)</translation>
    </message>
</context>
<context>
    <name>FaultStory</name>
    <message>
        <source>Thread %1 of block %2</source>
        <translation>Thread %1 von Block %2</translation>
    </message>
    <message>
        <source>The kernel %1</source>
        <translation>Der Kernel %1</translation>
    </message>
    <message>
        <source>element %1 of %2</source>
        <translation>Element %1 von %2</translation>
    </message>
    <message>
        <source>Compare the index with the size before the access: a grid often has more threads than there are elements.</source>
        <translation>Vergleichen Sie den Index vor dem Zugriff mit der Größe: Ein Grid hat oft mehr Threads, als es Elemente gibt.</translation>
    </message>
    <message>
        <source>Give the argument a buffer, or test the pointer.</source>
        <translation>Geben Sie dem Argument einen Puffer, oder prüfen Sie den Zeiger.</translation>
    </message>
    <message>
        <source>No buffer is near the address. Check where the pointer comes from: it may never have been set, or it may be a host pointer.</source>
        <translation>In der Nähe der Adresse liegt kein Puffer: Sehen Sie nach, woher der Zeiger kommt. Vielleicht wurde er nie gesetzt oder gilt nur auf dem Host.</translation>
    </message>
    <message>
        <source>The address must be a multiple of the type&apos;s size.</source>
        <translation>Die Adresse muss ein Vielfaches der Größe des Typs sein.</translation>
    </message>
    <message>
        <source>Compare the index with the size of the array in shared memory before the access. If the launch sets that size, increase it.</source>
        <translation>Vergleichen Sie den Index vor dem Zugriff mit der Größe des Feldes im Shared Memory; wo der Launch diese Größe angibt, lassen Sie ihn mehr angeben.</translation>
    </message>
    <message>
        <source>Compare the index with the size of the thread&apos;s own array before the access.</source>
        <translation>Vergleichen Sie den Index vor dem Zugriff mit der Größe des eigenen Feldes des Threads.</translation>
    </message>
    <message>
        <source>Write the element before it is read, and put __syncthreads() between the two if another thread writes it: shared memory is undefined when a block starts.</source>
        <translation>Schreiben Sie das Element, bevor es gelesen wird, und setzen Sie __syncthreads() dazwischen, wo ein anderer Thread es schreibt: Shared Memory beginnt in jedem Block undefiniert.</translation>
    </message>
    <message>
        <source>Give the element a value before it is read: a thread&apos;s local array is undefined at first.</source>
        <translation>Geben Sie dem Element einen Wert, bevor es gelesen wird: ein eigenes Feld eines Threads beginnt undefiniert.</translation>
    </message>
    <message>
        <source>Write the element before it is read, or give the buffer the access in or inout.</source>
        <translation>Schreiben Sie das Element, bevor es gelesen wird, oder geben Sie dem Puffer den Zugriff in oder inout.</translation>
    </message>
    <message>
        <source>Put __syncthreads() between the two lines.</source>
        <translation>Setzen Sie __syncthreads() zwischen die beiden Zeilen.</translation>
    </message>
    <message>
        <source>Use an atomic operation, or let one thread own the element.</source>
        <translation>Nehmen Sie eine atomare Operation, oder lassen Sie das Element einem einzigen Thread.</translation>
    </message>
    <message>
        <source>Every thread of the block must reach the barrier: move it out of the if.</source>
        <translation>Jeder Thread des Blocks muss zur Barriere kommen: Ziehen Sie sie aus dem if heraus.</translation>
    </message>
    <message>
        <source>The mask must name exactly the lanes that reach the call.</source>
        <translation>Die Maske muss genau die Lanes nennen, die zu dem Aufruf kommen.</translation>
    </message>
    <message>
        <source>Recurse less deeply, or make local arrays smaller.</source>
        <translation>Rufen Sie weniger tief rekursiv auf, oder machen Sie lokale Felder kleiner.</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>Thread %1</translation>
    </message>
    <message>
        <source>Another thread</source>
        <translation>Ein anderer Thread</translation>
    </message>
    <message>
        <source>%1 is the other side, in line %2.</source>
        <translation>%1 ist die andere Seite, in Zeile %2.</translation>
    </message>
    <message>
        <source>It happened %1 times; this is the first.</source>
        <translation>Es geschah %1-mal; dies ist das erste Mal.</translation>
    </message>
    <message>
        <source>The other side of the fault in line %1.</source>
        <translation>Die andere Seite dessen, was in Zeile %1 falsch ist.</translation>
    </message>
    <message>
        <source>A thread of block %1</source>
        <translation>Ein Thread von Block %1</translation>
    </message>
    <message>
        <source>%1 went before the start of buffer %2, to element %3.</source>
        <translation>%1 griff vor den Anfang des Puffers %2, auf Element %3.</translation>
    </message>
    <message>
        <source>%1 went to element %2 of buffer %3, which is empty.</source>
        <translation>%1 griff auf Element %2 des Puffers %3, der keine Elemente hat.</translation>
    </message>
    <message>
        <source>%1 went past the end of buffer %2, to element %3: the last one is %4 (%5 too far).</source>
        <translation>%1 griff über das Ende des Puffers %2 hinaus, auf Element %3: Das letzte ist %4 (%5 zu weit).</translation>
    </message>
    <message>
        <source>%1 read element %2 of buffer %3, which nothing had written.</source>
        <translation>%1 las Element %2 des Puffers %3, das nichts geschrieben hatte.</translation>
    </message>
    <message>
        <source>buffer %1</source>
        <translation>Puffer %1</translation>
    </message>
    <message>
        <source>Check that the index is not below 0: code that reads neighbouring elements finds none before the first.</source>
        <translation>Prüfen Sie, dass der Index nicht unter 0 liegt: Wer auf seine Nachbarn sieht, hat vor dem ersten Element keinen.</translation>
    </message>
    <message>
        <source>access out of bounds</source>
        <translation>Zugriff außerhalb der Grenzen</translation>
    </message>
    <message>
        <source>misaligned access</source>
        <translation>falsch ausgerichteter Zugriff</translation>
    </message>
    <message>
        <source>read of memory that was never written</source>
        <translation>Lesen von Speicher, der nie geschrieben wurde</translation>
    </message>
    <message>
        <source>race in shared memory</source>
        <translation>Wettlauf im Shared Memory</translation>
    </message>
    <message>
        <source>race in global memory</source>
        <translation>Wettlauf im globalen Speicher</translation>
    </message>
    <message>
        <source>barrier that not all threads reach</source>
        <translation>Barriere, die nicht alle Threads erreichen</translation>
    </message>
    <message>
        <source>trap instruction</source>
        <translation>Trap-Befehl</translation>
    </message>
    <message>
        <source>stack overflow</source>
        <translation>Stapelüberlauf</translation>
    </message>
    <message>
        <source>access through a null pointer</source>
        <translation>Zugriff über einen Nullzeiger</translation>
    </message>
    <message>
        <source>warp-wide operation whose mask names threads that do not take part</source>
        <translation>Operation des ganzen Warps, deren Maske Threads nennt, die nicht teilnehmen</translation>
    </message>
    <message>
        <source>jump to an address that is not code</source>
        <translation>Sprung an eine Adresse, die kein Code ist</translation>
    </message>
    <message>
        <source>illegal instruction</source>
        <translation>unzulässiger Befehl</translation>
    </message>
    <message>
        <source>the launch took longer than its time limit</source>
        <translation>der Launch dauerte länger als seine Zeitgrenze</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n Byte</numerusform>
            <numerusform>%n Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>read of %1</source>
        <translation>Lesen von %1</translation>
    </message>
    <message>
        <source>write of %1</source>
        <translation>Schreiben von %1</translation>
    </message>
    <message>
        <source>atomic access to %1</source>
        <translation>atomarer Zugriff auf %1</translation>
    </message>
    <message>
        <source>read of %1 of shared memory</source>
        <translation>Lesen von %1 im Shared Memory</translation>
    </message>
    <message>
        <source>write of %1 of shared memory</source>
        <translation>Schreiben von %1 im Shared Memory</translation>
    </message>
    <message>
        <source>atomic access to %1 of shared memory</source>
        <translation>atomarer Zugriff auf %1 im Shared Memory</translation>
    </message>
    <message>
        <source>read of %1 of local memory</source>
        <translation>Lesen von %1 im lokalen Speicher</translation>
    </message>
    <message>
        <source>write of %1 of local memory</source>
        <translation>Schreiben von %1 im lokalen Speicher</translation>
    </message>
    <message>
        <source>atomic access to %1 of local memory</source>
        <translation>atomarer Zugriff auf %1 im lokalen Speicher</translation>
    </message>
    <message>
        <source>%1 before the start of %2 (%3)</source>
        <translation>%1 vor dem Anfang von %2 (%3)</translation>
    </message>
    <message>
        <source>at offset %1 of %2 (%3)</source>
        <translation>bei Versatz %1 von %2 (%3)</translation>
    </message>
    <message>
        <source>just past the end of %1 (%2)</source>
        <translation>unmittelbar hinter dem Ende von %1 (%2)</translation>
    </message>
    <message>
        <source>%1 past the end of %2 (%3)</source>
        <translation>%1 hinter dem Ende von %2 (%3)</translation>
    </message>
    <message>
        <source>a write over what line %1 writes</source>
        <translation>Schreiben über das, was Zeile %1 schreibt</translation>
    </message>
    <message>
        <source>a write over what line %1 reads</source>
        <translation>Schreiben über das, was Zeile %1 liest</translation>
    </message>
    <message>
        <source>a read of what line %1 writes</source>
        <translation>Lesen dessen, was Zeile %1 schreibt</translation>
    </message>
    <message>
        <source>an atomic update of what line %1 writes</source>
        <translation>atomare Änderung dessen, was Zeile %1 schreibt</translation>
    </message>
    <message>
        <source>an atomic update of what line %1 reads</source>
        <translation>atomare Änderung dessen, was Zeile %1 liest</translation>
    </message>
    <message>
        <source>with no barrier between them</source>
        <translation>ohne Barriere dazwischen</translation>
    </message>
    <message>
        <source>by another thread of the warp, with no __syncwarp() between them</source>
        <translation>durch einen anderen Thread des Warps, ohne __syncwarp() dazwischen</translation>
    </message>
    <message>
        <source>in another block, and nothing orders the two blocks</source>
        <translation>in einem anderen Block, und nichts bringt die beiden Blöcke in eine Reihenfolge</translation>
    </message>
    <message>
        <source>by an asynchronous copy that nothing has waited for</source>
        <translation>durch eine asynchrone Kopie, auf die nichts gewartet hat</translation>
    </message>
    <message>
        <source>by a bulk copy, with no wait for its mbarrier in between</source>
        <translation>durch eine Bulk-Kopie, ohne Warten auf ihre mbarrier dazwischen</translation>
    </message>
    <message>
        <source>threads of one block wait at different barriers: others are at line %1</source>
        <translation>Threads eines Blocks warten an verschiedenen Barrieren: andere stehen in Zeile %1</translation>
    </message>
    <message>
        <source>The device says: %1.</source>
        <translation>Das Gerät meldet: %1.</translation>
    </message>
    <message>
        <source>The address was %1.</source>
        <translation>Die Adresse war %1.</translation>
    </message>
    <message>
        <source>access to memory that has been freed</source>
        <translation>Zugriff auf freigegebenen Speicher</translation>
    </message>
    <message>
        <source>the assertion %1 failed</source>
        <translation>die Zusicherung %1 gilt nicht</translation>
    </message>
    <message>
        <source>Use the memory before it is freed: afterwards every pointer to it is invalid.</source>
        <translation>Verwenden Sie den Speicher, bevor er freigegeben wird: Danach ist kein Zeiger darauf mehr zu gebrauchen.</translation>
    </message>
    <message>
        <source>Step to this line to see the values in the condition.</source>
        <translation>Gehen Sie in Schritten bis zu dieser Zeile, um die Werte zu sehen, um die es in der Bedingung geht.</translation>
    </message>
    <message>
        <source>The kernel ended itself here, as __trap() does. Check what led to it.</source>
        <translation>Der Kernel hat sich hier selbst beendet, wie es __trap() tut: Sehen Sie nach, was dazu führte.</translation>
    </message>
    <message>
        <source>Check where the function&apos;s address comes from: it may never have been set, or it may be a host function&apos;s.</source>
        <translation>Sehen Sie nach, woher die Adresse der Funktion kommt: Vielleicht wurde sie nie gesetzt oder gilt nur auf dem Host.</translation>
    </message>
    <message>
        <source>Look for a loop that never ends, or give the run more time: Set-up, Project, Time limit.</source>
        <translation>Suchen Sie nach einer Endlosschleife, oder geben Sie dem Lauf mehr Zeit: Einrichtung, Projekt, Zeitgrenze.</translation>
    </message>
    <message>
        <source>write to a buffer whose access is in</source>
        <translation>Schreiben in einen Puffer, dessen Zugriff in ist</translation>
    </message>
    <message>
        <source>which several threads update without an atomic operation</source>
        <translation>den mehrere Threads ohne atomare Operation ändern</translation>
    </message>
    <message>
        <source>Use an atomic operation, such as atomicAdd(): a barrier does not help where several threads update one value.</source>
        <translation>Verwenden Sie eine atomare Operation wie atomicAdd(): Eine Barriere hilft nicht, wenn mehrere Threads einen Wert ändern.</translation>
    </message>
    <message>
        <source>Put __syncwarp() between the two lines.</source>
        <translation>Setzen Sie __syncwarp() zwischen die beiden Zeilen.</translation>
    </message>
    <message>
        <source>Give the buffer the access inout in the set-up, or do not write to it.</source>
        <translation>Geben Sie dem Puffer in der Einrichtung den Zugriff inout, oder schreiben Sie nicht hinein.</translation>
    </message>
    <message>
        <source>Move the barrier out of the branch: every thread of the block must reach it.</source>
        <translation>Ziehen Sie die Barriere aus dem Zweig heraus: Jeder Thread des Blocks muss zu ihr kommen.</translation>
    </message>
    <message>
        <source>Move the operation out of the branch, or name in its mask only the lanes that reach it.</source>
        <translation>Ziehen Sie die Operation aus dem Zweig heraus, oder nennen Sie in ihrer Maske nur die Lanes, die zu ihr kommen.</translation>
    </message>
    <message>
        <source>Make the block a multiple of 32 threads, or read only from lanes that it has.</source>
        <translation>Machen Sie den Block zu einem Vielfachen von 32 Threads, oder lesen Sie nur von Lanes, die er hat.</translation>
    </message>
    <message numerus="yes">
        <source>And %n more like it in this line.</source>
        <translation>
            <numerusform>Und %n weiterer dieser Art in dieser Zeile.</numerusform>
            <numerusform>Und %n weitere dieser Art in dieser Zeile.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FaultWords</name>
    <message>
        <source>the block&apos;s threads wait for each other forever: at barriers of lines %1</source>
        <translation>die Threads des Blocks warten ewig aufeinander: an Barrieren der Zeilen %1</translation>
    </message>
    <message>
        <source>an operation of four warps that not all of them reach: threads wait in lines %1</source>
        <translation>eine Operation von vier Warps, die nicht alle erreichen: Threads warten in den Zeilen %1</translation>
    </message>
    <message>
        <source>the mask does not name the thread that passes it</source>
        <translation>die Maske nennt den Thread nicht, der sie angibt</translation>
    </message>
    <message>
        <source>some threads that the mask names wait elsewhere and never arrive</source>
        <translation>einige Threads, die die Maske nennt, warten anderswo und kommen nie</translation>
    </message>
    <message>
        <source>an operation of the whole warp, of which not all threads take part</source>
        <translation>eine Operation des ganzen Warps, an der nicht alle Threads teilnehmen</translation>
    </message>
    <message>
        <source>the thread has %1 bytes of local memory</source>
        <translation>der Thread hat %1 Bytes lokalen Speicher</translation>
    </message>
    <message>
        <source>the thread has not written it</source>
        <translation>der Thread hat sie nicht geschrieben</translation>
    </message>
    <message>
        <source>calls are nested deeper than the stack allows</source>
        <translation>die Aufrufe sind tiefer geschachtelt, als der Stapel erlaubt</translation>
    </message>
    <message>
        <source>a call through a pointer that does not point to a function</source>
        <translation>ein Aufruf über einen Zeiger, der nicht die Adresse einer Funktion ist</translation>
    </message>
    <message>
        <source>malloc in a kernel</source>
        <translation>malloc im Kernel</translation>
    </message>
</context>
<context>
    <name>FigureTable</name>
    <message>
        <source>&amp;Copy the Table</source>
        <translation>Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>Out of date</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>First kernel to show</source>
        <translation>Kernel, der zuerst kommt</translation>
    </message>
    <message>
        <source>Select the first kernel to show: not all fit side by side</source>
        <translation>Nicht alle Kernel haben nebeneinander Platz: welcher zuerst kommt</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
</context>
<context>
    <name>FunctionHelp</name>
    <message>
        <source>whether every element is true</source>
        <translation>ob jedes Element wahr ist</translation>
    </message>
    <message>
        <source>the largest element</source>
        <translation>das größte Element</translation>
    </message>
    <message>
        <source>the smallest element</source>
        <translation>das kleinste Element</translation>
    </message>
    <message>
        <source>whether any element is true</source>
        <translation>ob irgendein Element wahr ist</translation>
    </message>
    <message>
        <source>where the largest element is</source>
        <translation>wo das größte Element ist</translation>
    </message>
    <message>
        <source>where the smallest element is</source>
        <translation>wo das kleinste Element ist</translation>
    </message>
    <message>
        <source>the order that sorts the last axis</source>
        <translation>die Reihenfolge, die die letzte Achse sortiert</translation>
    </message>
    <message>
        <source>how often 0, 1, … bins − 1 occur</source>
        <translation>wie oft 0, 1, … bins − 1 vorkommen</translation>
    </message>
    <message>
        <source>convolution, wherever the two overlap</source>
        <translation>Faltung, überall, wo beide sich überdecken</translation>
    </message>
    <message>
        <source>convolution, as large as a</source>
        <translation>Faltung, so groß wie a</translation>
    </message>
    <message>
        <source>convolution, where the kernel fits in a</source>
        <translation>Faltung, wo der Kern in a hineinpasst</translation>
    </message>
    <message>
        <source>correlation, wherever the two overlap</source>
        <translation>Korrelation, überall, wo beide sich überdecken</translation>
    </message>
    <message>
        <source>correlation, as large as a: a stencil</source>
        <translation>Korrelation, so groß wie a: ein Stencil</translation>
    </message>
    <message>
        <source>correlation, where the kernel fits in a</source>
        <translation>Korrelation, wo der Kern in a hineinpasst</translation>
    </message>
    <message>
        <source>running product</source>
        <translation>laufendes Produkt</translation>
    </message>
    <message>
        <source>running sum: an inclusive scan</source>
        <translation>laufende Summe: ein inklusiver Scan</translation>
    </message>
    <message>
        <source>inner product</source>
        <translation>Skalarprodukt</translation>
    </message>
    <message>
        <source>running sum of the elements before: an exclusive scan</source>
        <translation>laufende Summe dessen, was davor steht</translation>
    </message>
    <message>
        <source>Fourier transform of the last axis</source>
        <translation>Fourier-Transformation der letzten Achse</translation>
    </message>
    <message>
        <source>Fourier transform of the last two axes</source>
        <translation>Fourier-Transformation der letzten beiden Achsen</translation>
    </message>
    <message>
        <source>in reverse order</source>
        <translation>umgedreht</translation>
    </message>
    <message>
        <source>how many values each bin contains</source>
        <translation>wie viele Werte in jeder der Klassen liegen</translation>
    </message>
    <message>
        <source>inverse of fft</source>
        <translation>Umkehrung von fft</translation>
    </message>
    <message>
        <source>inverse of fft2</source>
        <translation>Umkehrung von fft2</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>the largest element of all</source>
        <translation>das größte Element von allen</translation>
    </message>
    <message>
        <source>mean value</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>the smallest element of all</source>
        <translation>das kleinste Element von allen</translation>
    </message>
    <message>
        <source>each element of a times each of b</source>
        <translation>jedes Element von a mal jedes von b</translation>
    </message>
    <message>
        <source>product of the elements</source>
        <translation>Produkt der Elemente</translation>
    </message>
    <message>
        <source>the same elements in another shape</source>
        <translation>dieselben Elemente in anderer Form</translation>
    </message>
    <message>
        <source>shifted; elements that leave one end enter at the other</source>
        <translation>verschoben; was hinausgeht, kommt wieder herein</translation>
    </message>
    <message>
        <source>the same as cumsum</source>
        <translation>dasselbe wie cumsum</translation>
    </message>
    <message>
        <source>shifted; zeros fill the gap</source>
        <translation>verschoben; Nullen kommen herein</translation>
    </message>
    <message>
        <source>exponentials that add up to 1</source>
        <translation>Exponentialwerte, deren Summe 1 ist</translation>
    </message>
    <message>
        <source>sorted along the last axis</source>
        <translation>entlang der letzten Achse sortiert</translation>
    </message>
    <message>
        <source>sum of the elements</source>
        <translation>Summe der Elemente</translation>
    </message>
    <message>
        <source>the elements at these places</source>
        <translation>die Elemente an diesen Stellen</translation>
    </message>
    <message>
        <source>rows become columns</source>
        <translation>Zeilen werden Spalten</translation>
    </message>
    <message>
        <source>distance from 0</source>
        <translation>Abstand von 0</translation>
    </message>
    <message>
        <source>inverse cosine</source>
        <translation>Arkuskosinus</translation>
    </message>
    <message>
        <source>inverse sine</source>
        <translation>Arkussinus</translation>
    </message>
    <message>
        <source>inverse tangent</source>
        <translation>Arkustangens</translation>
    </message>
    <message>
        <source>angle of the point (x, y)</source>
        <translation>Winkel des Punktes (x, y)</translation>
    </message>
    <message>
        <source>bits that are set in both</source>
        <translation>Bits, die in beiden gesetzt sind</translation>
    </message>
    <message>
        <source>bits that are set in either</source>
        <translation>Bits, die in einem oder beiden gesetzt sind</translation>
    </message>
    <message>
        <source>bits that are set in exactly one</source>
        <translation>Bits, die in genau einem gesetzt sind</translation>
    </message>
    <message>
        <source>rounded up</source>
        <translation>aufgerundet</translation>
    </message>
    <message>
        <source>a / b, rounded up: blocks of a grid</source>
        <translation>a / b, aufgerundet: Blöcke eines Grids</translation>
    </message>
    <message>
        <source>limited to the range between two bounds</source>
        <translation>zwischen zwei Schranken gehalten</translation>
    </message>
    <message>
        <source>a complex number</source>
        <translation>eine komplexe Zahl</translation>
    </message>
    <message>
        <source>complex conjugate</source>
        <translation>komplex konjugiert</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>hyperbolic cosine</source>
        <translation>Kosinus hyperbolicus</translation>
    </message>
    <message>
        <source>error function</source>
        <translation>Fehlerfunktion</translation>
    </message>
    <message>
        <source>e to the power of x</source>
        <translation>e hoch x</translation>
    </message>
    <message>
        <source>2 to the power of x</source>
        <translation>2 hoch x</translation>
    </message>
    <message>
        <source>exp(x) − 1, accurate near 0</source>
        <translation>exp(x) − 1, genau nahe 0</translation>
    </message>
    <message>
        <source>rounded down</source>
        <translation>abgerundet</translation>
    </message>
    <message>
        <source>remainder with the sign of a, as in C</source>
        <translation>Rest mit dem Vorzeichen von a, wie in C</translation>
    </message>
    <message>
        <source>greatest common divisor</source>
        <translation>größter gemeinsamer Teiler</translation>
    </message>
    <message>
        <source>length of (x, y)</source>
        <translation>Länge von (x, y)</translation>
    </message>
    <message>
        <source>imaginary part</source>
        <translation>Imaginärteil</translation>
    </message>
    <message>
        <source>neither NaN nor infinite</source>
        <translation>weder NaN noch unendlich</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>unendlich</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>least common multiple</source>
        <translation>kleinstes gemeinsames Vielfaches</translation>
    </message>
    <message>
        <source>natural logarithm</source>
        <translation>natürlicher Logarithmus</translation>
    </message>
    <message>
        <source>logarithm to base 10</source>
        <translation>Logarithmus zur Basis 10</translation>
    </message>
    <message>
        <source>log(1 + x), accurate near 0</source>
        <translation>log(1 + x), genau nahe 0</translation>
    </message>
    <message>
        <source>logarithm to base 2</source>
        <translation>Logarithmus zur Basis 2</translation>
    </message>
    <message>
        <source>the largest of its arguments</source>
        <translation>das größte seiner Argumente</translation>
    </message>
    <message>
        <source>the smallest of its arguments</source>
        <translation>das kleinste seiner Argumente</translation>
    </message>
    <message>
        <source>the next power of two</source>
        <translation>die nächste Zweierpotenz</translation>
    </message>
    <message>
        <source>x to the power of y</source>
        <translation>x hoch y</translation>
    </message>
    <message>
        <source>real part</source>
        <translation>Realteil</translation>
    </message>
    <message>
        <source>rounded to the nearest, ties to even</source>
        <translation>zur nächsten ganzen Zahl gerundet, Mitte zur geraden</translation>
    </message>
    <message>
        <source>1 / sqrt(x)</source>
        <translation>1 / sqrt(x)</translation>
    </message>
    <message>
        <source>a &lt;&lt; bits</source>
        <translation>a &lt;&lt; bits</translation>
    </message>
    <message>
        <source>a &gt;&gt; bits</source>
        <translation>a &gt;&gt; bits</translation>
    </message>
    <message>
        <source>1 / (1 + exp(−x))</source>
        <translation>1 / (1 + exp(−x))</translation>
    </message>
    <message>
        <source>−1, 0 or 1</source>
        <translation>−1, 0 oder 1</translation>
    </message>
    <message>
        <source>sine</source>
        <translation>Sinus</translation>
    </message>
    <message>
        <source>hyperbolic sine</source>
        <translation>Sinus hyperbolicus</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>Quadratwurzel</translation>
    </message>
    <message>
        <source>tangent</source>
        <translation>Tangens</translation>
    </message>
    <message>
        <source>hyperbolic tangent</source>
        <translation>Tangens hyperbolicus</translation>
    </message>
    <message>
        <source>without the fraction</source>
        <translation>ohne den Bruchteil</translation>
    </message>
    <message>
        <source>a where it is true, else b</source>
        <translation>a, wo es wahr ist, sonst b</translation>
    </message>
</context>
<context>
    <name>Hardware</name>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Global memory</source>
        <translation>Globaler Speicher</translation>
    </message>
    <message>
        <source>Shared and local memory</source>
        <translation>Shared und lokaler Speicher</translation>
    </message>
    <message>
        <source>How busy it was</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Caches and DRAM</source>
        <translation>Caches und DRAM</translation>
    </message>
    <message>
        <source>Why warps waited</source>
        <translation>Worauf Warps warteten</translation>
    </message>
    <message>
        <source>Time while counting</source>
        <translation>Zeit beim Zählen</translation>
    </message>
    <message>
        <source>Of the launch alone, while counting; see Timing for the real times</source>
        <translation>Des einzelnen Starts; die gültigen Zeiten stehen unter Zeiten</translation>
    </message>
    <message>
        <source>Warp instructions</source>
        <translation>Warp-Instruktionen</translation>
    </message>
    <message>
        <source>Machine instructions that warps executed</source>
        <translation>Maschineninstruktionen, die Warps ausführten</translation>
    </message>
    <message>
        <source>Thread instructions</source>
        <translation>Thread-Instruktionen</translation>
    </message>
    <message>
        <source>The same for each active lane; divided by warp instructions, the mean number of active lanes</source>
        <translation>Dasselbe je aktiver Lane: geteilt durch die der Warps die mittlere Zahl aktiver Lanes</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Sprünge</translation>
    </message>
    <message>
        <source>That warps executed; short ones are compiled to predicates and do not count</source>
        <translation>Die Warps ausführten; kurze werden zu Prädikaten übersetzt und sind keine</translation>
    </message>
    <message>
        <source>Divergent branches</source>
        <translation>Divergente Sprünge</translation>
    </message>
    <message>
        <source>Branches that sent the lanes of a warp different ways</source>
        <translation>Sprünge, die die Lanes eines Warps auf verschiedene Wege schickten</translation>
    </message>
    <message>
        <source>Global accesses</source>
        <translation>Globale Zugriffe</translation>
    </message>
    <message>
        <source>Loads, stores and atomics of warps</source>
        <translation>Lade-, Speicher- und Atomic-Zugriffe von Warps</translation>
    </message>
    <message>
        <source>Global sectors</source>
        <translation>Globale Sektoren</translation>
    </message>
    <message>
        <source>32-byte sectors that the accesses touched</source>
        <translation>Sektoren zu 32 Byte, die die Zugriffe berührten</translation>
    </message>
    <message>
        <source>Global loaded</source>
        <translation>Global geladen</translation>
    </message>
    <message>
        <source>Bytes that the lanes asked for</source>
        <translation>Bytes, die die Lanes verlangten</translation>
    </message>
    <message>
        <source>Global stored</source>
        <translation>Global gespeichert</translation>
    </message>
    <message>
        <source>Bytes that the lanes wrote</source>
        <translation>Bytes, die die Lanes schrieben</translation>
    </message>
    <message>
        <source>Shared accesses</source>
        <translation>Zugriffe auf Shared Memory</translation>
    </message>
    <message>
        <source>Bank conflicts</source>
        <translation>Bankkonflikte</translation>
    </message>
    <message>
        <source>Extra passes, because lanes wanted different words of one bank; the unit itself causes a few</source>
        <translation>Weitere Durchgänge, weil Lanes verschiedene Wörter einer Bank wollten; einige wenige sind die der Einheit selbst</translation>
    </message>
    <message>
        <source>Shared loaded</source>
        <translation>Shared geladen</translation>
    </message>
    <message>
        <source>Bytes that the lanes read from shared memory</source>
        <translation>Bytes, die die Lanes aus dem Shared Memory lasen</translation>
    </message>
    <message>
        <source>Shared stored</source>
        <translation>Shared gespeichert</translation>
    </message>
    <message>
        <source>Bytes that the lanes wrote to shared memory</source>
        <translation>Bytes, die die Lanes in das Shared Memory schrieben</translation>
    </message>
    <message>
        <source>Local loaded</source>
        <translation>Lokal geladen</translation>
    </message>
    <message>
        <source>Bytes of arrays and spills that did not fit in registers</source>
        <translation>Bytes von Feldern und ausgelagerten Registern, die nicht in Register passten</translation>
    </message>
    <message>
        <source>Local stored</source>
        <translation>Lokal gespeichert</translation>
    </message>
    <message>
        <source>Achieved occupancy</source>
        <translation>Erreichte Belegung</translation>
    </message>
    <message>
        <source>Average warps of an SM while it had any, of its maximum; Occupancy shows what would be possible</source>
        <translation>Warps, die ein SM im Mittel hatte, solange es welche hatte, von denen, die es haben kann; was möglich wäre, steht unter Belegung</translation>
    </message>
    <message>
        <source>Cycles with an instruction</source>
        <translation>Takte mit einem Befehl</translation>
    </message>
    <message>
        <source>In which a scheduler had a warp that was ready, of those in which it had warps</source>
        <translation>In denen ein Scheduler einen Warp hatte, der weiterkonnte, von denen, in denen er Warps hatte</translation>
    </message>
    <message>
        <source>Busy: computing</source>
        <translation>Ausgelastet: Rechnen</translation>
    </message>
    <message>
        <source>The busiest unit of the SMs, of what it could do</source>
        <translation>Die am meisten beschäftigte Einheit der SMs, von dem, was sie könnte</translation>
    </message>
    <message>
        <source>Busy: L1 and shared memory</source>
        <translation>Ausgelastet: L1 und Shared Memory</translation>
    </message>
    <message>
        <source>Of what they could do</source>
        <translation>Von dem, was sie könnten</translation>
    </message>
    <message>
        <source>Busy: L2</source>
        <translation>Ausgelastet: L2</translation>
    </message>
    <message>
        <source>Of what it could do</source>
        <translation>Von dem, was er könnte</translation>
    </message>
    <message>
        <source>Busy: DRAM</source>
        <translation>Ausgelastet: DRAM</translation>
    </message>
    <message>
        <source>Found in L1</source>
        <translation>In L1 gefunden</translation>
    </message>
    <message>
        <source>Sectors, of those looked for</source>
        <translation>Sektoren, von den gesuchten</translation>
    </message>
    <message>
        <source>Found in L2</source>
        <translation>In L2 gefunden</translation>
    </message>
    <message>
        <source>Sectors, of those looked for; caches hold what the previous launch left there</source>
        <translation>Sektoren, von den gesuchten; in den Caches liegt, was der Start davor dort ließ</translation>
    </message>
    <message>
        <source>Sectors per load</source>
        <translation>Sektoren je Lesen</translation>
    </message>
    <message>
        <source>Of a warp: 4 where 32 lanes read 4 bytes each side by side, 32 where each reads somewhere else</source>
        <translation>Eines Warps: 4, wo 32 Lanes je 4 Byte nebeneinander lesen, 32, wo jede woanders liest</translation>
    </message>
    <message>
        <source>Sectors per store</source>
        <translation>Sektoren je Schreiben</translation>
    </message>
    <message>
        <source>Of a warp: 4 where 32 lanes write 4 bytes each side by side, 32 where each writes somewhere else</source>
        <translation>Eines Warps: 4, wo 32 Lanes je 4 Byte nebeneinander schreiben, 32, wo jede woanders schreibt</translation>
    </message>
    <message>
        <source>Branches in step</source>
        <translation>Gemeinsame Sprünge</translation>
    </message>
    <message>
        <source>That left the lanes of a warp together, of all</source>
        <translation>Die die Lanes eines Warps beisammenließen, von allen</translation>
    </message>
    <message>
        <source>Read from DRAM</source>
        <translation>Aus dem DRAM gelesen</translation>
    </message>
    <message>
        <source>Bytes; 0 if everything was in the caches</source>
        <translation>Bytes; nichts, wo alles in den Caches lag</translation>
    </message>
    <message>
        <source>Written to DRAM</source>
        <translation>In den DRAM geschrieben</translation>
    </message>
    <message>
        <source>Bytes; what stays in the cache is written later</source>
        <translation>Bytes; was im Cache bleibt, wird später geschrieben</translation>
    </message>
    <message>
        <source>float operations</source>
        <translation>float-Operationen</translation>
    </message>
    <message>
        <source>Additions and multiplications, fused ones count twice; without tensor cores</source>
        <translation>Additionen und Multiplikationen, verschmolzene zählen doppelt; ohne Tensorkerne</translation>
    </message>
    <message>
        <source>double operations</source>
        <translation>double-Operationen</translation>
    </message>
    <message>
        <source>half instructions</source>
        <translation>half-Instruktionen</translation>
    </message>
    <message>
        <source>Of the lanes; a packed one does two operations</source>
        <translation>Der Lanes; ein gepackter tut zwei Operationen</translation>
    </message>
    <message>
        <source>half operations</source>
        <translation>half-Operationen</translation>
    </message>
    <message>
        <source>Additions and multiplications as if all were packed in pairs, fused ones count twice; without tensor cores</source>
        <translation>Additionen und Multiplikationen, als wären alle zu Paaren gepackt, verschmolzene zählen doppelt; ohne Tensorkerne</translation>
    </message>
    <message>
        <source>Waits: barrier</source>
        <translation>Wartet: Barriere</translation>
    </message>
    <message>
        <source>For the other warps of the block at __syncthreads()</source>
        <translation>Auf die anderen Warps des Blocks bei __syncthreads()</translation>
    </message>
    <message>
        <source>Waits: branch</source>
        <translation>Wartet: Sprung</translation>
    </message>
    <message>
        <source>For the target of a branch</source>
        <translation>Darauf, wohin ein Sprung geht</translation>
    </message>
    <message>
        <source>Waits: dispatch</source>
        <translation>Wartet: Ausgabe</translation>
    </message>
    <message>
        <source>The dispatcher held the instruction back</source>
        <translation>Die Ausgabe hielt den Befehl zurück</translation>
    </message>
    <message>
        <source>Waits: last stores</source>
        <translation>Wartet: letztes Schreiben</translation>
    </message>
    <message>
        <source>At their end, for stores to be accepted</source>
        <translation>Am Ende darauf, dass Geschriebenes abgenommen wird</translation>
    </message>
    <message>
        <source>Waits: tensor core</source>
        <translation>Wartet: Tensorkern</translation>
    </message>
    <message>
        <source>For a product of matrices</source>
        <translation>Auf ein Matrixprodukt</translation>
    </message>
    <message>
        <source>Waits: constants</source>
        <translation>Wartet: Konstanten</translation>
    </message>
    <message>
        <source>For constant memory that was not in its cache</source>
        <translation>Auf Konstantenspeicher, der nicht in seinem Cache lag</translation>
    </message>
    <message>
        <source>Waits: too many accesses</source>
        <translation>Wartet: zu viele Zugriffe</translation>
    </message>
    <message>
        <source>The queue for local and global memory was full: fewer, wider accesses help</source>
        <translation>Die Schlange für lokalen und globalen Speicher war voll: weniger und breitere Zugriffe helfen</translation>
    </message>
    <message>
        <source>Waits: global memory</source>
        <translation>Wartet: globaler Speicher</translation>
    </message>
    <message>
        <source>For data from global, local or texture memory: more warps or earlier loads help</source>
        <translation>Auf Daten aus globalem, lokalem oder Texturspeicher: mehr Warps oder früheres Laden helfen</translation>
    </message>
    <message>
        <source>Waits: busy arithmetic unit</source>
        <translation>Wartet: Rechenwerk belegt</translation>
    </message>
    <message>
        <source>The unit that computes it was busy</source>
        <translation>Die Einheit, die es rechnet, war belegt</translation>
    </message>
    <message>
        <source>Waits: fence</source>
        <translation>Wartet: Zaun</translation>
    </message>
    <message>
        <source>For __threadfence() and the like</source>
        <translation>Auf __threadfence() und Ähnliches</translation>
    </message>
    <message>
        <source>Waits: busy memory unit</source>
        <translation>Wartet: Speicherwerk belegt</translation>
    </message>
    <message>
        <source>The queue for shared memory, special functions and dynamic branches was full</source>
        <translation>Die Schlange für Shared Memory, Sonderfunktionen und berechnete Sprünge war voll</translation>
    </message>
    <message>
        <source>Waits: other</source>
        <translation>Wartet: Sonstiges</translation>
    </message>
    <message>
        <source>For reasons without a separate counter</source>
        <translation>Aus Gründen, die keinen eigenen Zähler haben</translation>
    </message>
    <message>
        <source>Waits: code</source>
        <translation>Wartet: Programmcode</translation>
    </message>
    <message>
        <source>For instructions to be fetched: large kernels, long jumps</source>
        <translation>Auf das Holen von Befehlen: große Kernel, weite Sprünge</translation>
    </message>
    <message>
        <source>Waits: another warp&apos;s turn</source>
        <translation>Wartet: ein anderer Warp ist dran</translation>
    </message>
    <message>
        <source>They were ready, but another warp was selected: there are enough warps</source>
        <translation>Sie hätten weiterkönnen: es sind genug Warps da</translation>
    </message>
    <message>
        <source>Waits: shared memory</source>
        <translation>Wartet: Shared Memory</translation>
    </message>
    <message>
        <source>For data from shared memory, special functions and the like</source>
        <translation>Auf Daten aus dem Shared Memory, Sonderfunktionen und Ähnliches</translation>
    </message>
    <message>
        <source>Waits: sleeping</source>
        <translation>Wartet: schläft</translation>
    </message>
    <message>
        <source>In __nanosleep()</source>
        <translation>In __nanosleep()</translation>
    </message>
    <message>
        <source>Waits: textures</source>
        <translation>Wartet: Texturen</translation>
    </message>
    <message>
        <source>The queue of the texture unit was full</source>
        <translation>Die Schlange der Textureinheit war voll</translation>
    </message>
    <message>
        <source>Waits: fixed latency</source>
        <translation>Wartet: feste Laufzeit</translation>
    </message>
    <message>
        <source>For the instruction before, which takes a few cycles</source>
        <translation>Auf den Befehl davor, der einige Takte braucht</translation>
    </message>
</context>
<context>
    <name>ImportImage</name>
    <message>
        <source>%1 cannot be read as an image: %2</source>
        <translation>%1 lässt sich nicht als Bild lesen: %2</translation>
    </message>
    <message>
        <source>The image has %1 × %2 pixels, and the buffer %3 × %4.</source>
        <translation>Das Bild hat %1 × %2 Pixel, der Puffer %3 × %4.</translation>
    </message>
</context>
<context>
    <name>Lanes</name>
    <message>
        <source>byte %1 of %2</source>
        <translation>Byte %1 von %2</translation>
    </message>
    <message>
        <source>Only one lane of 32 takes part. </source>
        <translation>Nur eine Lane von 32 nimmt teil. </translation>
    </message>
    <message>
        <source>Only %1 of 32 lanes take part. </source>
        <translation>Nur %1 von 32 Lanes nehmen teil. </translation>
    </message>
    <message>
        <source>No two lanes want different words of one bank: one pass serves them all.</source>
        <translation>Keine zwei Lanes wollen verschiedene Wörter einer Bank: ein Durchgang bedient alle.</translation>
    </message>
    <message>
        <source>No bank is asked for two words at once: no extra passes.</source>
        <translation>Keine Bank wird nach zwei Wörtern zugleich gefragt: kein Durchgang mehr als nötig.</translation>
    </message>
    <message>
        <source>Lanes %1 want %2 different words of bank %3: %4 passes where %5 would do.</source>
        <translation>Die Lanes %1 wollen %2 verschiedene Wörter von Bank %3: %4 Durchgänge, wo %5 genügte.</translation>
    </message>
    <message>
        <source>one</source>
        <translation>einer</translation>
    </message>
    <message>
        <source>Lanes are %1 words apart, which uses only %2 of the 32 banks. Make rows one word longer, or let neighbouring lanes access neighbouring words.</source>
        <translation>Die Lanes liegen %1 Wörter auseinander, was nur %2 der 32 Bänke trifft: Machen Sie Zeilen ein Wort länger, oder lassen Sie benachbarte Lanes benachbarte Wörter nehmen.</translation>
    </message>
    <message>
        <source>All lanes use the same address: one sector serves them all.</source>
        <translation>Alle Lanes nehmen dieselbe Adresse: ein Sektor bedient alle.</translation>
    </message>
    <message>
        <source>The lanes are close together: %1 of 32 bytes, no more than they need.</source>
        <translation>Die Lanes liegen dicht beisammen: %1 zu 32 Byte, nicht mehr, als sie brauchen.</translation>
    </message>
    <message>
        <source>%1 sectors are moved where %2 would do: %3 for %4 that lanes asked for.</source>
        <translation>%1 Sektoren werden bewegt, wo %2 genügten: %3 für %4, die Lanes verlangten.</translation>
    </message>
    <message>
        <source>The lanes access different places in their arrays.</source>
        <translation>Die Lanes sind an verschiedenen Stellen ihrer Felder.</translation>
    </message>
    <message>
        <source>The lanes&apos; addresses are not evenly spaced.</source>
        <translation>Die Adressen der Lanes haben keine einheitliche Schrittweite.</translation>
    </message>
    <message>
        <source>Neighbouring lanes are %1 apart. Let them access neighbouring elements, so that they share sectors.</source>
        <translation>Benachbarte Lanes liegen %1 auseinander: Lassen Sie sie benachbarte Elemente nehmen, damit sie sich Sektoren teilen.</translation>
    </message>
    <message>
        <source>The row does not start at a sector boundary, so it touches one extra sector.</source>
        <translation>Die Reihe beginnt nicht, wo ein Sektor beginnt: einer mehr wird berührt.</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>shared</translation>
    </message>
    <message>
        <source>local</source>
        <translation>lokal</translation>
    </message>
    <message>
        <source>global</source>
        <translation>global</translation>
    </message>
    <message>
        <source>%1 atomic</source>
        <translation>%1, atomar</translation>
    </message>
    <message>
        <source>%1 store</source>
        <translation>%1, speichern</translation>
    </message>
    <message>
        <source>%1 load</source>
        <translation>%1, laden</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>PTX line %1</source>
        <translation>PTX-Zeile %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>, %1 B per lane</source>
        <translation>, %1 B je Lane</translation>
    </message>
    <message>
        <source>Line %1, %2 of %3</source>
        <translation>Zeile %1, %2 von %3</translation>
    </message>
    <message>
        <source>Access %1 of %2, time %3 of %4</source>
        <translation>Zugriff %1 von %2, %3. Mal von %4</translation>
    </message>
    <message>
        <source>Time %1 of %2</source>
        <translation>%1. Mal von %2</translation>
    </message>
    <message>
        <source>This is access %1 of %2 like it in this line: when the compiler unrolls a loop, each pass has separate accesses. The list shows them all.</source>
        <translation>Das ist Zugriff %1 von %2 gleichartigen dieser Zeile: Eine Schleife, die der Compiler ausgerollt hat, hat für jeden Durchlauf eigene. Die Liste hat sie alle.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Lane %1 does not take part</source>
        <translation>Lane %1 nimmt nicht teil</translation>
    </message>
    <message>
        <source>Lane %1: byte %2 of shared memory, bank %3</source>
        <translation>Lane %1: Byte %2 des Shared Memory, Bank %3</translation>
    </message>
    <message>
        <source>Lane %1: byte %2 of its local memory</source>
        <translation>Lane %1: Byte %2 ihres lokalen Speichers</translation>
    </message>
    <message>
        <source>Lane %1: %2</source>
        <translation>Lane %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n sector(s)</source>
        <translation>
            <numerusform>%n Sektor</numerusform>
            <numerusform>%n Sektoren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NameTips</name>
    <message>
        <source>needs compute capability %1</source>
        <translation>braucht Compute Capability %1</translation>
    </message>
    <message>
        <source>Needs compute capability %1; the chosen device has %2.</source>
        <translation>Braucht Compute Capability %1; das gewählte Gerät hat %2.</translation>
    </message>
    <message>
        <source>Needs compute capability %1 or later.</source>
        <translation>Ab Compute Capability %1.</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
</context>
<context>
    <name>NoteWords</name>
    <message>
        <source>%1 bytes of global memory that %2 touched were not checked for races: the host has too little memory for it</source>
        <translation>%1 Bytes des globalen Speichers, die %2 berührt hat, wurden nicht auf Wettläufe geprüft: Der Host hat dafür zu wenig Speicher</translation>
    </message>
    <message>
        <source>%1 was computed by %2, because a simulated GPU does not provide %3: its time is not a GPU time</source>
        <translation>%1 wurde von %2 berechnet, da eine simulierte GPU kein %3 hat: Die Zeit ist nicht die einer GPU</translation>
    </message>
    <message>
        <source>launch %1 (&quot;%2&quot;) is programmatic, and no kernel of the source waits with cudaGridDependencySynchronize(): on a GPU it may read what launch %3 has not written yet</source>
        <translation>Launch %1 („%2“) ist programmatisch, und kein Kernel des Quelltexts wartet mit cudaGridDependencySynchronize(): Auf einer GPU liest er vielleicht, was Launch %3 noch nicht geschrieben hat</translation>
    </message>
    <message>
        <source>the next run recreates resident buffer &quot;%1&quot;: this one ended before its contents were certain</source>
        <translation>der residente Puffer „%1“ wird vom nächsten Lauf neu angelegt: Dieser endete, bevor sein Inhalt feststand</translation>
    </message>
    <message>
        <source>the GPU&apos;s counters were not read: they cannot tell the kernels of a library call from the others; remove its step</source>
        <translation>die Zähler der GPU wurden nicht gelesen: Sie können die Kernel eines Bibliotheksaufrufs nicht von den anderen unterscheiden; nehmen Sie dessen Schritt weg</translation>
    </message>
    <message>
        <source>the GPU&apos;s counters were not read: devices that exchange rows are not counted; run on one of them</source>
        <translation>die Zähler der GPU wurden nicht gelesen: Geräte, die Zeilen austauschen, werden nicht gezählt; führen Sie auf einem von ihnen aus</translation>
    </message>
    <message>
        <source>%1 cannot be stepped through: this is the simulated GPU</source>
        <translation>durch %1 kann nicht in Schritten gegangen werden: Dies ist die simulierte GPU</translation>
    </message>
    <message>
        <source>The contents of &quot;%1&quot; are lost: %2</source>
        <translation>Was „%1“ enthielt, ist verloren: %2</translation>
    </message>
    <message>
        <source>The expected contents of the buffers could not be kept: %1</source>
        <translation>Was die Puffer enthalten sollen, konnte nicht behalten werden: %1</translation>
    </message>
    <message>
        <source>the header &quot;%1&quot; was not found, so its declarations are unknown; add its folder with -I</source>
        <translation>der Header „%1“ wurde nicht gefunden, daher ist unbekannt, was er deklariert; nennen Sie seinen Ordner mit -I</translation>
    </message>
    <message>
        <source>%1: the function of line %2 is for the host; write __device__ before it to call it in a kernel</source>
        <translation>%1: Die Funktion von Zeile %2 ist für den Host; schreiben Sie __device__ davor, um sie in einem Kernel aufzurufen</translation>
    </message>
    <message>
        <source>%1: the declaration in line %2 is for the host</source>
        <translation>%1: Was Zeile %2 deklariert, ist für den Host</translation>
    </message>
    <message>
        <source>%1; it is outside the project&apos;s folder; copy it into the folder, or, where you trust the project, allow files outside its folder (--allow-outside; in the window: File, Allow Files Outside the Folder)</source>
        <translation>%1; sie liegt außerhalb des Projektordners; kopieren Sie sie in den Ordner, oder lassen Sie, wo Sie dem Projekt vertrauen, Dateien außerhalb seines Ordners zu (--allow-outside; im Fenster: Datei, Dateien außerhalb des Ordners erlauben)</translation>
    </message>
    <message>
        <source>%1 was computed by the host (%2), because a simulated GPU does not provide %3: its time is not a GPU time</source>
        <translation>%1 wurde vom Host berechnet (%2), da eine simulierte GPU kein %3 hat: Die Zeit ist nicht die einer GPU</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a C++ standard that the compiler knows; use c++17 or c++20</source>
        <translation>„%1“ ist kein C++-Standard, den der Compiler kennt; schreiben Sie c++17 oder c++20</translation>
    </message>
    <message>
        <source>NVRTC %1 cannot compile for &quot;%2&quot;; it knows the compute capabilities %3</source>
        <translation>NVRTC %1 kann nicht für „%2“ kompilieren; es kennt die Compute Capabilities %3</translation>
    </message>
    <message>
        <source>the end of %1 was not checked for races: the host has too little memory for it</source>
        <translation>das Ende von %1 wurde nicht auf Wettläufe geprüft: Dafür hat der Rechner zu wenig Speicher</translation>
    </message>
    <message>
        <source>timing: %1 of %2 rounds were timed, because each launch needs memory for its times</source>
        <translation>Zeitmessung: Gemessen wurden %1 von %2 Runden, da jeder Launch Speicher für seine Zeiten braucht</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Set-up</source>
        <translation>Einrichtung</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Occupancy</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Lanes</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>launch, grid, block, parameters, defines, options, buffers, tensor maps, textures</source>
        <translation>Start, Grid, Block, Parameter, Defines, Optionen, Puffer, Tensor-Maps, Texturen, launch</translation>
    </message>
    <message>
        <source>lesson, text</source>
        <translation>Lektion, Text</translation>
    </message>
    <message>
        <source>exercise, hint, points</source>
        <translation>Übung, Hinweis, Punkte</translation>
    </message>
    <message>
        <source>errors, warnings, faults, diagnostics, races</source>
        <translation>Fehler, Warnungen, Diagnose, Wettläufe, Races</translation>
    </message>
    <message>
        <source>printf, console, log</source>
        <translation>printf, Konsole, Log</translation>
    </message>
    <message>
        <source>report, checks, findings, run</source>
        <translation>Bericht, Prüfungen, Befunde, Lauf</translation>
    </message>
    <message>
        <source>milliseconds, samples, bandwidth, clock, temperature, baseline, benchmark</source>
        <translation>Millisekunden, Messwerte, Bandbreite, Takt, Temperatur, Baseline, Benchmark</translation>
    </message>
    <message>
        <source>history, baseline, earlier runs</source>
        <translation>Verlauf, Baseline, frühere Läufe</translation>
    </message>
    <message>
        <source>block size, sweep, limiters, warps, tuning, tail effect, clusters</source>
        <translation>Blockgröße, Sweep, Durchlauf, Grenzen, Warps, Abstimmen, letzte Welle, tail effect, Cluster</translation>
    </message>
    <message>
        <source>registers, spills, ptxas, stack, shared memory, constant memory</source>
        <translation>Register, Spills, ptxas, Stack, Shared Memory, Constant Memory</translation>
    </message>
    <message>
        <source>metrics, profiler, roofline, instructions, sectors, stalls, branches</source>
        <translation>Metriken, Profiler, Roofline, Befehle, Sektoren, Wartegründe, Verzweigungen, stalls</translation>
    </message>
    <message>
        <source>debugger, breakpoint, variables, warps, barriers, watch</source>
        <translation>Debugger, Haltepunkt, Variablen, Warps, Barrieren, breakpoint</translation>
    </message>
    <message>
        <source>coalescing, bank conflicts, addresses, sectors, divergence, warp</source>
        <translation>Coalescing, Bankkonflikte, Adressen, Sektoren, Divergenz, Warp, bank conflicts</translation>
    </message>
    <message>
        <source>PTX, SASS, assembly, listing, disassembly, instructions</source>
        <translation>PTX, SASS, Assembler, Listing, Disassemblierung, Befehle</translation>
    </message>
    <message>
        <source>diff, versions, architectures, two listings</source>
        <translation>Diff, Versionen, Architekturen, zwei Listings</translation>
    </message>
    <message>
        <source>arrays, data, image, picture, histogram, export, values, wrong elements, difference</source>
        <translation>Felder, Arrays, Daten, Bild, Histogramm, Export, Werte, falsche Elemente, Differenz</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>which GPU, estimated time, comparison, models, H100, A100</source>
        <translation>welche GPU, geschätzte Zeit, Vergleich, Modelle, H100, A100</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>Sweeps</translation>
    </message>
    <message>
        <source>tuning, best block size, parameters, trials, heat map, autotuner, maxrregcount</source>
        <translation>Tuning, beste Blockgröße, Parameter, Versuche, Heatmap, Autotuner, maxrregcount</translation>
    </message>
    <message>
        <source>Speed of light</source>
        <translation>Lichtgeschwindigkeit</translation>
    </message>
    <message>
        <source>limits, bottleneck, bound, DRAM, issue, latency, gain, what if, estimate</source>
        <translation>Grenzen, Engpass, DRAM, Issue, Latenz, Gewinn, Schätzung</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>continuous, frames, animation, sliders, mouse, time, picture</source>
        <translation>fortlaufend, Bilder, Animation, Regler, Maus, Zeit, Bild</translation>
    </message>
</context>
<context>
    <name>Perspective</name>
    <message>
        <source>Edit</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>Optimieren</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>Debuggen</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>Lehren</translation>
    </message>
    <message>
        <source>The editor between set-up and results</source>
        <translation>Der Editor zwischen Einrichtung und Ergebnissen</translation>
    </message>
    <message>
        <source>Source and machine code side by side, times above occupancy</source>
        <translation>Quelltext und Maschinencode nebeneinander, Zeiten über der Auslastung (Occupancy)</translation>
    </message>
    <message>
        <source>Code and its faults, data beside it; no set-up</source>
        <translation>Code und seine Fehler, daneben Daten; keine Einrichtung</translation>
    </message>
    <message>
        <source>The lesson&apos;s notes large, beside code and results</source>
        <translation>Die Notizen der Lektion groß, neben Code und Ergebnissen</translation>
    </message>
</context>
<context>
    <name>ProgressWords</name>
    <message>
        <source>Compiling</source>
        <translation>Wird kompiliert</translation>
    </message>
    <message>
        <source>Compiling with nvcc</source>
        <translation>Wird mit nvcc kompiliert</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Wird geladen</translation>
    </message>
    <message>
        <source>Filling buffers</source>
        <translation>Puffer werden gefüllt</translation>
    </message>
    <message>
        <source>Uploading</source>
        <translation>Wird zum Gerät kopiert</translation>
    </message>
    <message>
        <source>Check pass</source>
        <translation>Prüfdurchgang</translation>
    </message>
    <message>
        <source>Counting %1 of %2</source>
        <translation>Zählung %1 von %2</translation>
    </message>
    <message>
        <source>Measuring the device&apos;s peaks: %1</source>
        <translation>Spitzenwerte des Geräts werden gemessen: %1</translation>
    </message>
    <message>
        <source>Timing %1 of %2</source>
        <translation>Zeitmessung %1 von %2</translation>
    </message>
    <message>
        <source>Timing as a graph %1 of %2</source>
        <translation>Zeitmessung als Graph %1 von %2</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>Wird vom Gerät kopiert</translation>
    </message>
    <message>
        <source>Collecting expected values</source>
        <translation>Erwartete Werte werden gesammelt</translation>
    </message>
    <message>
        <source>Checking results</source>
        <translation>Ergebnisse werden geprüft</translation>
    </message>
</context>
<context>
    <name>Ptx</name>
    <message>
        <source>absolute value</source>
        <translation>Absolutwert</translation>
    </message>
    <message>
        <source>mask of the warp&apos;s lanes that execute this together</source>
        <translation>Maske der Lanes des Warps, die dies zusammen ausführen</translation>
    </message>
    <message>
        <source>sum of two values</source>
        <translation>Summe zweier Werte</translation>
    </message>
    <message>
        <source>sum of two values and the carry of the instruction before</source>
        <translation>Summe zweier Werte und des Übertrags der Instruktion davor</translation>
    </message>
    <message>
        <source>allocates space on the thread&apos;s stack; the result is its address</source>
        <translation>nimmt Platz auf dem Stapel des Threads; das Ergebnis ist dessen Adresse</translation>
    </message>
    <message>
        <source>bitwise and</source>
        <translation>bitweises Und</translation>
    </message>
    <message>
        <source>tells the L2 cache how long to keep a range</source>
        <translation>sagt dem L2-Cache, wie lange er einen Bereich behalten soll</translation>
    </message>
    <message>
        <source>reads, changes and writes memory in one step; the result is the old value</source>
        <translation>liest, ändert und schreibt Speicher in einem Schritt; das Ergebnis ist der vorige Wert</translation>
    </message>
    <message>
        <source>barrier: waits until the block&apos;s threads have arrived</source>
        <translation>Barriere: wartet, bis die Threads des Blocks gekommen sind</translation>
    </message>
    <message>
        <source>barrier of the block or cluster: waits until its threads have arrived</source>
        <translation>Barriere des Blocks oder Clusters: wartet, bis dessen Threads gekommen sind</translation>
    </message>
    <message>
        <source>extracts a bit field from a value</source>
        <translation>nimmt ein Bitfeld aus einem Wert heraus</translation>
    </message>
    <message>
        <source>inserts a bit field into a value</source>
        <translation>setzt ein Bitfeld in einen Wert ein</translation>
    </message>
    <message>
        <source>position of the highest set bit</source>
        <translation>Stelle des höchsten gesetzten Bits</translation>
    </message>
    <message>
        <source>makes a mask: a number of bits from a position on</source>
        <translation>macht eine Maske: so viele Bits ab einer Stelle</translation>
    </message>
    <message>
        <source>jumps to a label; with a guard, only the lanes for which it is true</source>
        <translation>springt zu einer Marke; mit Bedingung nur die Lanes, für die sie gilt</translation>
    </message>
    <message>
        <source>reverses the order of the bits</source>
        <translation>kehrt die Reihenfolge der Bits um</translation>
    </message>
    <message>
        <source>stops for a debugger</source>
        <translation>hält für einen Debugger an</translation>
    </message>
    <message>
        <source>jumps to one label of a list, by its index</source>
        <translation>springt zu einer Marke einer Liste, nach deren Index</translation>
    </message>
    <message>
        <source>calls a function that was not inlined</source>
        <translation>ruft eine Funktion auf, die nicht eingesetzt (inlined) wurde</translation>
    </message>
    <message>
        <source>counts the zero bits above the highest set one</source>
        <translation>zählt die Nullbits über dem höchsten gesetzten</translation>
    </message>
    <message>
        <source>1 where the value is 0, else 0</source>
        <translation>1, wo der Wert 0 ist, sonst 0</translation>
    </message>
    <message>
        <source>the second value with the sign of the first</source>
        <translation>der zweite Wert mit dem Vorzeichen des ersten</translation>
    </message>
    <message>
        <source>cosine, by the fast unit</source>
        <translation>Kosinus, von der schnellen Einheit</translation>
    </message>
    <message>
        <source>copies memory while the thread continues, usually from global to shared memory</source>
        <translation>kopiert Speicher, während der Thread weiterläuft: in der Regel vom globalen in das Shared Memory</translation>
    </message>
    <message>
        <source>creates a policy for what the cache keeps</source>
        <translation>macht eine Regel dafür, was der Cache behält</translation>
    </message>
    <message>
        <source>converts between types; the result&apos;s type comes first</source>
        <translation>wandelt zwischen Typen um; der Typ des Ergebnisses steht zuerst</translation>
    </message>
    <message>
        <source>converts an address between generic and one space; costs little or nothing</source>
        <translation>wandelt eine Adresse zwischen generisch und einem Adressraum um; kostet wenig oder nichts</translation>
    </message>
    <message>
        <source>drops a range of the L2 cache without writing it back</source>
        <translation>verwirft einen Bereich des L2-Caches, ohne ihn zurückzuschreiben</translation>
    </message>
    <message>
        <source>quotient; of integers and of exact floats it is many machine instructions</source>
        <translation>Quotient; bei ganzen Zahlen und genauen Gleitkommazahlen sind das viele Maschineninstruktionen</translation>
    </message>
    <message>
        <source>dot product of two 16-bit and two 8-bit values, added up</source>
        <translation>Skalarprodukt zweier 16-Bit- und zweier 8-Bit-Werte, aufaddiert</translation>
    </message>
    <message>
        <source>dot product of four 8-bit values, added up</source>
        <translation>Skalarprodukt von vier 8-Bit-Werten, aufaddiert</translation>
    </message>
    <message>
        <source>chooses one lane of the warp</source>
        <translation>wählt eine Lane des Warps</translation>
    </message>
    <message>
        <source>two to the power of a value, by the fast unit</source>
        <translation>zwei hoch einem Wert, von der schnellen Einheit</translation>
    </message>
    <message>
        <source>ends the thread</source>
        <translation>beendet den Thread</translation>
    </message>
    <message>
        <source>orders memory: others see the accesses before it ahead of those after it</source>
        <translation>Speicherzugriffe davor werden von anderen vor denen danach gesehen</translation>
    </message>
    <message>
        <source>product plus a third value, rounded once</source>
        <translation>Produkt plus ein dritter Wert, einmal gerundet</translation>
    </message>
    <message>
        <source>finds the n-th set bit</source>
        <translation>findet das n-te gesetzte Bit</translation>
    </message>
    <message>
        <source>rank in the cluster of the block that an address belongs to</source>
        <translation>Rang des Blocks im Cluster, zu dem eine Adresse gehört</translation>
    </message>
    <message>
        <source>lets the next kernel start, or waits for the previous one</source>
        <translation>lässt den nächsten Kernel beginnen oder wartet auf den vorigen</translation>
    </message>
    <message>
        <source>whether a generic address is in a given space</source>
        <translation>ob eine generische Adresse in einem Adressraum liegt</translation>
    </message>
    <message>
        <source>whether an operand is a texture, sampler or surface</source>
        <translation>ob ein Operand eine Textur, ein Sampler oder eine Surface ist</translation>
    </message>
    <message>
        <source>loads from memory</source>
        <translation>lädt aus dem Speicher</translation>
    </message>
    <message>
        <source>the warp loads 8 x 8 matrices from shared memory, spread over its lanes for mma</source>
        <translation>der Warp lädt 8-mal-8-Matrizen aus dem Shared Memory, für mma über seine Lanes verteilt</translation>
    </message>
    <message>
        <source>loads from memory that all lanes read at one address</source>
        <translation>lädt aus Speicher, den alle Lanes an einer Adresse lesen</translation>
    </message>
    <message>
        <source>logarithm to base two, by the fast unit</source>
        <translation>Logarithmus zur Basis zwei, von der schnellen Einheit</translation>
    </message>
    <message>
        <source>any logic function of three values, from a truth table of eight bits</source>
        <translation>beliebige Logik dreier Werte, nach einer Tabelle von acht Bits</translation>
    </message>
    <message>
        <source>product plus a third value</source>
        <translation>Produkt plus ein dritter Wert</translation>
    </message>
    <message>
        <source>product of 24-bit integers plus a third value</source>
        <translation>Produkt ganzer Zahlen zu 24 Bit plus ein dritter Wert</translation>
    </message>
    <message>
        <source>product plus a third value and the carry of the instruction before</source>
        <translation>Produkt plus ein dritter Wert und der Übertrag der Instruktion davor</translation>
    </message>
    <message>
        <source>the same address in the shared memory of another block of the cluster</source>
        <translation>dieselbe Adresse im Shared Memory eines anderen Blocks des Clusters</translation>
    </message>
    <message>
        <source>mask of the lanes that hold the same value</source>
        <translation>Maske der Lanes, die denselben Wert haben</translation>
    </message>
    <message>
        <source>the larger of two values</source>
        <translation>der größere zweier Werte</translation>
    </message>
    <message>
        <source>barrier in shared memory that counts arrivals and bytes of copies</source>
        <translation>Barriere, die im Shared Memory liegt; sie zählt Ankünfte und Bytes von Kopien</translation>
    </message>
    <message>
        <source>fence: others see the memory accesses before it ahead of those after it</source>
        <translation>Fence: Speicherzugriffe davor werden von anderen vor denen danach gesehen</translation>
    </message>
    <message>
        <source>the smaller of two values</source>
        <translation>der kleinere zweier Werte</translation>
    </message>
    <message>
        <source>the warp multiplies small matrices and adds, by the tensor cores</source>
        <translation>der Warp multipliziert kleine Matrizen und addiert, mit den Tensor Cores</translation>
    </message>
    <message>
        <source>copies a register, a constant, a special register or an address</source>
        <translation>kopiert ein Register, eine Konstante, ein Spezialregister oder eine Adresse</translation>
    </message>
    <message>
        <source>transposes an 8 x 8 matrix that is spread over the warp&apos;s lanes</source>
        <translation>transponiert eine 8-mal-8-Matrix, die über den Lanes des Warps liegt</translation>
    </message>
    <message>
        <source>product of two values</source>
        <translation>Produkt zweier Werte</translation>
    </message>
    <message>
        <source>product of 24-bit integers</source>
        <translation>Produkt ganzer Zahlen zu 24 Bit</translation>
    </message>
    <message>
        <source>one access to the same address of several GPUs</source>
        <translation>ein Zugriff auf dieselbe Adresse mehrerer GPUs</translation>
    </message>
    <message>
        <source>sleeps for about the given number of nanoseconds</source>
        <translation>schläft etwa so viele Nanosekunden</translation>
    </message>
    <message>
        <source>changes the sign</source>
        <translation>ändert das Vorzeichen</translation>
    </message>
    <message>
        <source>inverts the bits</source>
        <translation>kehrt die Bits um (0 wird 1)</translation>
    </message>
    <message>
        <source>bitwise or</source>
        <translation>bitweises Oder</translation>
    </message>
    <message>
        <source>triggers an event of the profiler</source>
        <translation>löst ein Ereignis des Profilers aus</translation>
    </message>
    <message>
        <source>counts the set bits</source>
        <translation>zählt die gesetzten Bits</translation>
    </message>
    <message>
        <source>brings a line into the cache ahead of its use</source>
        <translation>holt eine Zeile in den Cache, bevor sie gebraucht wird</translation>
    </message>
    <message>
        <source>brings a line into the uniform cache ahead of its use</source>
        <translation>holt eine Zeile in den Uniform-Cache, bevor sie gebraucht wird</translation>
    </message>
    <message>
        <source>builds a value from the bytes of two others</source>
        <translation>setzt einen Wert aus den Bytes zweier anderer zusammen</translation>
    </message>
    <message>
        <source>one divided by a value</source>
        <translation>eins geteilt durch einen Wert</translation>
    </message>
    <message>
        <source>changes memory in one step and returns no result</source>
        <translation>ändert Speicher in einem Schritt, ohne Ergebnis: kein Operand ist eines</translation>
    </message>
    <message>
        <source>sum, minimum or similar over the warp&apos;s lanes</source>
        <translation>Summe, Minimum oder Ähnliches über die Lanes des Warps</translation>
    </message>
    <message>
        <source>remainder of a division; many machine instructions</source>
        <translation>Rest einer Division; viele Maschineninstruktionen</translation>
    </message>
    <message>
        <source>returns; of a kernel, ends the thread</source>
        <translation>kehrt zurück; im Kernel: beendet den Thread</translation>
    </message>
    <message>
        <source>one divided by the square root</source>
        <translation>eins geteilt durch die Quadratwurzel</translation>
    </message>
    <message>
        <source>absolute difference of two values plus a third</source>
        <translation>Betrag der Differenz zweier Werte plus ein dritter</translation>
    </message>
    <message>
        <source>one of two values, by a predicate: a choice without a branch</source>
        <translation>einer von zwei Werten, nach einem Prädikat: eine Wahl ohne Sprung</translation>
    </message>
    <message>
        <source>compares; the result is a number</source>
        <translation>vergleicht; das Ergebnis ist eine Zahl</translation>
    </message>
    <message>
        <source>changes how many registers the warp has</source>
        <translation>ändert, wie viele Register der Warp hat</translation>
    </message>
    <message>
        <source>compares; the result is a predicate</source>
        <translation>vergleicht; das Ergebnis ist ein Prädikat</translation>
    </message>
    <message>
        <source>shifts two registers as one of 64 bits</source>
        <translation>schiebt zwei Register als eines von 64 Bit</translation>
    </message>
    <message>
        <source>reads the value of another lane of the warp, without memory</source>
        <translation>nimmt den Wert einer anderen Lane des Warps, ohne Speicher</translation>
    </message>
    <message>
        <source>shifts left</source>
        <translation>schiebt nach links</translation>
    </message>
    <message>
        <source>shifts right; with the sign for signed types</source>
        <translation>schiebt nach rechts; bei vorzeichenbehafteten Typen mit dem Vorzeichen</translation>
    </message>
    <message>
        <source>sine, by the fast unit</source>
        <translation>Sinus, von der schnellen Einheit</translation>
    </message>
    <message>
        <source>one of two values, by the sign of a third</source>
        <translation>einer von zwei Werten, nach dem Vorzeichen eines dritten</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>Quadratwurzel</translation>
    </message>
    <message>
        <source>stores to memory: the first operand is the address</source>
        <translation>speichert: der erste Operand ist die Adresse</translation>
    </message>
    <message>
        <source>frees space on the thread&apos;s stack</source>
        <translation>gibt Platz auf dem Stapel des Threads zurück</translation>
    </message>
    <message>
        <source>the current position of the thread&apos;s stack</source>
        <translation>wo der Stapel des Threads steht</translation>
    </message>
    <message>
        <source>the warp stores 8 x 8 matrices to shared memory</source>
        <translation>der Warp speichert 8-mal-8-Matrizen in das Shared Memory</translation>
    </message>
    <message>
        <source>difference of two values</source>
        <translation>Differenz zweier Werte</translation>
    </message>
    <message>
        <source>difference of two values and the borrow of the instruction before</source>
        <translation>Differenz zweier Werte und des Übertrags der Instruktion davor</translation>
    </message>
    <message>
        <source>loads from a surface</source>
        <translation>lädt aus einer Surface</translation>
    </message>
    <message>
        <source>asks for a surface&apos;s size or format</source>
        <translation>fragt nach Größe oder Format einer Surface</translation>
    </message>
    <message>
        <source>changes an element of a surface in one step</source>
        <translation>ändert ein Element einer Surface in einem Schritt</translation>
    </message>
    <message>
        <source>stores to a surface</source>
        <translation>speichert in eine Surface</translation>
    </message>
    <message>
        <source>keeps the given number of low bits, extended by sign or zeros</source>
        <translation>behält so viele niedrige Bits, mit Vorzeichen oder Nullen erweitert</translation>
    </message>
    <message>
        <source>hyperbolic tangent, by the fast unit</source>
        <translation>Tangens hyperbolicus, von der schnellen Einheit</translation>
    </message>
    <message>
        <source>tensor cores of the fifth generation: matrices in their own memory</source>
        <translation>Tensor Cores der fünften Generation: Matrizen in eigenem Speicher</translation>
    </message>
    <message>
        <source>changes the description of a tensor for bulk copies</source>
        <translation>ändert die Beschreibung eines Tensors für Blockkopien</translation>
    </message>
    <message>
        <source>whether a float is finite, infinite, a number, normal</source>
        <translation>ob eine Gleitkommazahl endlich, unendlich, eine Zahl, normal ist</translation>
    </message>
    <message>
        <source>reads a texture, filtered as its object says</source>
        <translation>liest eine Textur, gefiltert, wie deren Objekt es sagt</translation>
    </message>
    <message>
        <source>the four texels that a filter would use</source>
        <translation>die vier Texel, die ein Filter nähme</translation>
    </message>
    <message>
        <source>ends the launch with an error, as a failed assert does</source>
        <translation>beendet den Launch mit einem Fehler; ein verletztes assert tut das</translation>
    </message>
    <message>
        <source>asks for a texture&apos;s size or format</source>
        <translation>fragt nach Größe oder Format einer Textur</translation>
    </message>
    <message>
        <source>absolute difference of parts of two values</source>
        <translation>Betrag der Differenz von Teilen zweier Werte</translation>
    </message>
    <message>
        <source>absolute differences of four bytes</source>
        <translation>Beträge der Differenzen von vier Bytes</translation>
    </message>
    <message>
        <source>whether a predicate holds for all or any lanes, or the mask of those</source>
        <translation>ob ein Prädikat für alle oder einige Lanes gilt oder die Maske derer</translation>
    </message>
    <message>
        <source>four warps multiply matrices from shared memory, by the tensor cores</source>
        <translation>vier Warps multiplizieren Matrizen aus dem Shared Memory, mit den Tensor Cores</translation>
    </message>
    <message>
        <source>the warp loads, multiplies or stores small matrices, by the tensor cores</source>
        <translation>der Warp lädt, multipliziert oder speichert kleine Matrizen, mit den Tensor Cores</translation>
    </message>
    <message>
        <source>bitwise exclusive or</source>
        <translation>bitweises exklusives Oder</translation>
    </message>
    <message>
        <source>fast, not exactly rounded</source>
        <translation>schnell, nicht genau gerundet</translation>
    </message>
    <message>
        <source>later accesses wait for it</source>
        <translation>spätere Zugriffe warten darauf</translation>
    </message>
    <message>
        <source>all lanes of the warp execute it together</source>
        <translation>alle Lanes des Warps führen es zusammen aus</translation>
    </message>
    <message>
        <source>continues in the background</source>
        <translation>läuft im Hintergrund weiter</translation>
    </message>
    <message>
        <source>the result is a mask</source>
        <translation>das Ergebnis ist eine Maske</translation>
    </message>
    <message>
        <source>from the lane whose number differs in these bits</source>
        <translation>von der Lane, deren Nummer sich in diesen Bits unterscheidet</translation>
    </message>
    <message>
        <source>one thread starts the copy of a whole range</source>
        <translation>ein Thread beginnt die Kopie eines ganzen Bereichs</translation>
    </message>
    <message>
        <source>cached in L1 and L2</source>
        <translation>in L1 und L2 zwischengespeichert</translation>
    </message>
    <message>
        <source>keeps the carry for the next instruction</source>
        <translation>behält den Übertrag für die nächste Instruktion</translation>
    </message>
    <message>
        <source>cached in L2 only</source>
        <translation>nur in L2 zwischengespeichert</translation>
    </message>
    <message>
        <source>of the cluster</source>
        <translation>des Clusters</translation>
    </message>
    <message>
        <source>ends a group of copies, to be waited for together</source>
        <translation>beendet eine Gruppe von Kopien, auf die zusammen gewartet wird</translation>
    </message>
    <message>
        <source>constant memory</source>
        <translation>konstanter Speicher</translation>
    </message>
    <message>
        <source>of the block</source>
        <translation>des Blocks</translation>
    </message>
    <message>
        <source>from the lane that many further up</source>
        <translation>von der Lane so viele weiter</translation>
    </message>
    <message>
        <source>denormals become zero</source>
        <translation>denormale Zahlen werden null</translation>
    </message>
    <message>
        <source>true for greater, equal and NaN</source>
        <translation>wahr bei größer, gleich und NaN</translation>
    </message>
    <message>
        <source>seen by the whole GPU</source>
        <translation>von der ganzen GPU gesehen</translation>
    </message>
    <message>
        <source>global memory</source>
        <translation>globaler Speicher</translation>
    </message>
    <message>
        <source>the high half of the product</source>
        <translation>die obere Hälfte des Produkts</translation>
    </message>
    <message>
        <source>from the lane of that number</source>
        <translation>von der Lane mit dieser Nummer</translation>
    </message>
    <message>
        <source>the low half of the product</source>
        <translation>die untere Hälfte des Produkts</translation>
    </message>
    <message>
        <source>local memory: private to the thread, as far away as global</source>
        <translation>lokaler Speicher: des Threads allein, so weit weg wie der globale</translation>
    </message>
    <message>
        <source>through the read-only cache: nothing writes the data meanwhile</source>
        <translation>durch den Nur-Lese-Cache: inzwischen schreibt niemand darauf</translation>
    </message>
    <message>
        <source>the kernel&apos;s parameters, or arguments of a call</source>
        <translation>die Parameter des Kernels oder die Argumente eines Aufrufs</translation>
    </message>
    <message>
        <source>orders nothing else</source>
        <translation>ordnet nichts anderes</translation>
    </message>
    <message>
        <source>earlier accesses are seen before it</source>
        <translation>frühere Zugriffe werden davor gesehen</translation>
    </message>
    <message>
        <source>rounded down</source>
        <translation>abgerundet</translation>
    </message>
    <message>
        <source>to an integer, down</source>
        <translation>zur ganzen Zahl, abwärts</translation>
    </message>
    <message>
        <source>rounded to the nearest</source>
        <translation>zum Nächsten gerundet</translation>
    </message>
    <message>
        <source>to the nearest integer</source>
        <translation>zur nächsten ganzen Zahl</translation>
    </message>
    <message>
        <source>rounded up</source>
        <translation>aufgerundet</translation>
    </message>
    <message>
        <source>to an integer, up</source>
        <translation>zur ganzen Zahl, aufwärts</translation>
    </message>
    <message>
        <source>rounded towards zero</source>
        <translation>gegen null gerundet</translation>
    </message>
    <message>
        <source>to an integer, towards zero</source>
        <translation>zur ganzen Zahl, gegen null</translation>
    </message>
    <message>
        <source>limited to the range of the result</source>
        <translation>auf den Bereich des Ergebnisses begrenzt</translation>
    </message>
    <message>
        <source>the block&apos;s shared memory</source>
        <translation>das Shared Memory des Blocks</translation>
    </message>
    <message>
        <source>waits for the lanes or threads that it names</source>
        <translation>wartet auf die Lanes oder Threads, die es nennt</translation>
    </message>
    <message>
        <source>seen by all GPUs and the host</source>
        <translation>von allen GPUs und dem Host gesehen</translation>
    </message>
    <message>
        <source>from a generic address to the space that follows</source>
        <translation>von einer generischen Adresse zum folgenden Adressraum</translation>
    </message>
    <message>
        <source>all lanes do the same</source>
        <translation>alle Lanes tun dasselbe</translation>
    </message>
    <message>
        <source>from the lane that many further down</source>
        <translation>von der Lane so viele davor</translation>
    </message>
    <message>
        <source>two elements at once</source>
        <translation>zwei Elemente auf einmal</translation>
    </message>
    <message>
        <source>four elements at once</source>
        <translation>vier Elemente auf einmal</translation>
    </message>
    <message>
        <source>performed every time</source>
        <translation>jedes Mal wirklich ausgeführt</translation>
    </message>
    <message>
        <source>waits until at most this many groups of copies are pending</source>
        <translation>wartet, bis höchstens so viele Gruppen von Kopien unterwegs sind</translation>
    </message>
    <message>
        <source>of the warp&apos;s lanes only</source>
        <translation>nur der Lanes des Warps</translation>
    </message>
    <message>
        <source>the result is twice as wide</source>
        <translation>das Ergebnis ist doppelt so breit</translation>
    </message>
</context>
<context>
    <name>PtxasHelp</name>
    <message>
        <source>More values are live at once than there are registers. Raise the limit (-maxrregcount, __launch_bounds__), use a smaller block, or keep fewer values live: unroll less, recompute instead of keeping.</source>
        <translation>Es werden mehr Werte zugleich gebraucht, als es Register gibt. Heben Sie die Grenze an (-maxrregcount, __launch_bounds__), nehmen Sie einen kleineren Block, oder halten Sie weniger Werte vor: weniger ausrollen, neu rechnen statt aufheben.</translation>
    </message>
    <message>
        <source>An array is in memory instead of registers, usually because its index is unknown at compile time. Unroll the loop over it, or use shared memory.</source>
        <translation>Ein Feld liegt im Speicher statt in Registern, meist weil sein Index beim Kompilieren nicht bekannt ist. Rollen Sie die Schleife darüber aus, oder nehmen Sie Shared Memory.</translation>
    </message>
    <message>
        <source>Recursion or a function pointer: the compiler cannot know how deep calls go, and uses the limit of the device. Write the recursion as a loop if you can.</source>
        <translation>Rekursion oder ein Funktionszeiger: der Compiler kann nicht wissen, wie tief die Aufrufe gehen, und nimmt die Grenze des Geräts. Schreiben Sie die Rekursion als Schleife, wenn es geht.</translation>
    </message>
    <message>
        <source>The second number of __launch_bounds__ asks for more blocks than a multiprocessor of this architecture can hold. Make it smaller.</source>
        <translation>Die zweite Zahl von __launch_bounds__ verlangt mehr Blöcke, als ein Multiprozessor dieser Architektur fasst. Machen Sie sie kleiner.</translation>
    </message>
    <message>
        <source>Matrix operations wait for each other. Keep their accumulators out of branches and calls, and put wgmma.fence before and wait_group after them.</source>
        <translation>Matrixoperationen warten aufeinander. Halten Sie deren Akkumulatoren aus Verzweigungen und Aufrufen heraus, und setzen Sie wgmma.fence davor und wait_group danach.</translation>
    </message>
    <message>
        <source>The kernel needs a register count that is fixed at compile time: give it __launch_bounds__.</source>
        <translation>Der Kernel braucht eine Zahl von Registern, die beim Kompilieren feststeht: Geben Sie ihm __launch_bounds__.</translation>
    </message>
    <message>
        <source>Declared __shared__ arrays may take 48 KiB in total. Make them smaller, or declare them extern and give the size at the launch, where more is allowed.</source>
        <translation>Als __shared__ deklarierte Felder dürfen zusammen 48 KiB haben. Machen Sie sie kleiner, oder deklarieren Sie sie extern und geben Sie die Größe beim Launch an, wo mehr erlaubt ist.</translation>
    </message>
    <message>
        <source>Pass a pointer to a buffer instead of a large struct.</source>
        <translation>Übergeben Sie einen Zeiger auf einen Puffer statt einer großen Struktur.</translation>
    </message>
    <message>
        <source>A function is declared and never defined. Include the header that defines it, or write it in this source.</source>
        <translation>Eine Funktion ist deklariert und nirgends definiert. Binden Sie den Header ein, der sie definiert, oder schreiben Sie sie in diese Quelle.</translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s) of %1 spill registers here</source>
        <translation>
            <numerusform>%n Instruktion von %1 lagert hier Register aus (Spill)</numerusform>
            <numerusform>%n Instruktionen von %1 lagern hier Register aus (Spill)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>still searching</source>
        <translation>wird gesucht</translation>
    </message>
    <message>
        <source>NVRTC %1 (%2)</source>
        <translation>NVRTC %1 (%2)</translation>
    </message>
    <message>
        <source>About Warpbench</source>
        <translation>Über Warpbench</translation>
    </message>
    <message>
        <source>&lt;b&gt;Warpbench %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Warpbench %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>A workbench for CUDA kernels: edit, compile, run, inspect, time.&lt;br&gt;&lt;br&gt;Qt %1&lt;br&gt;Compiler: %2&lt;br&gt;&lt;br&gt;Free software under the GNU General Public License, version 3 or later, with permission to combine it with NVIDIA&apos;s CUDA libraries.</source>
        <translation>Eine Werkbank für CUDA-Kernel: schreiben, kompilieren, ausführen, ansehen, messen.&lt;br&gt;&lt;br&gt;Qt %1&lt;br&gt;Compiler: %2&lt;br&gt;&lt;br&gt;Freie Software unter der GNU General Public License, Version 3 oder später, mit der Erlaubnis, sie mit NVIDIAs CUDA-Bibliotheken zu verbinden.</translation>
    </message>
    <message>
        <source>Warpbench</source>
        <translation>Warpbench</translation>
    </message>
    <message>
        <source>What to do: %1.</source>
        <translation>Was zu tun ist: %1.</translation>
    </message>
    <message>
        <source>The settings could not be read</source>
        <translation>Die Einstellungen konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>The file could not be renamed. Settings that you change now are lost.</source>
        <translation>Die Datei konnte keinen anderen Namen bekommen; was Sie jetzt einstellen, geht verloren.</translation>
    </message>
    <message>
        <source>The file is kept as %1. All settings have their defaults again.</source>
        <translation>Die Datei bleibt als %1 erhalten, und alles ist wie beim ersten Start.</translation>
    </message>
    <message>
        <source>Save the changes to “%1”?</source>
        <translation>Änderungen an „%1“ speichern?</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Otherwise they are lost.</source>
        <translation>Sonst sind sie verloren.</translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation>Nicht gespeichert: %1.</translation>
    </message>
    <message>
        <source>The project could not be saved.</source>
        <translation>Das Projekt konnte nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>The window has its default layout</source>
        <translation>Das Fenster hat seine Standardanordnung</translation>
    </message>
    <message>
        <source>Warpbench ended unexpectedly at its last two starts. The saved layout may be the reason, so it was not used.</source>
        <translation>Warpbench endete bei den letzten zwei Starts unerwartet. Der Grund kann die gespeicherte Anordnung sein, deshalb wurde sie nicht verwendet.</translation>
    </message>
    <message>
        <source>Reload “%1” and discard your changes?</source>
        <translation>„%1“ neu laden und Ihre Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>The project on disk has another source file. Not saved: %1.</source>
        <translation>Das Projekt auf der Platte hat eine andere Quelldatei. Nicht gespeichert: %1.</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
</context>
<context>
    <name>QuestionWords</name>
    <message>
        <source>the program has more launches than these %1</source>
        <translation>Das Programm hat mehr Launches als diese %1</translation>
    </message>
    <message>
        <source>the guessed set-up is not yet right: %1</source>
        <translation>Die erratene Einrichtung stimmt noch nicht: %1</translation>
    </message>
    <message>
        <source>%1: sizes and values are guessed from its parameters alone, because no launch of it was found</source>
        <translation>%1: Größen und Werte sind allein aus den Parametern erraten, denn ein Launch davon wurde nicht gefunden</translation>
    </message>
    <message>
        <source>%1: sizes and values are guessed from its parameters alone, because no launch of it was found; it is instantiated as %2</source>
        <translation>%1: Größen und Werte sind allein aus den Parametern erraten, denn ein Launch davon wurde nicht gefunden; genommen wird %2</translation>
    </message>
    <message>
        <source>%1 (line %2) comes from the command line: %3 is assumed</source>
        <translation>%1 (Zeile %2) kommt von der Kommandozeile: angenommen wird %3</translation>
    </message>
    <message>
        <source>%1 (line %2) is a parameter of %3: %4 is assumed</source>
        <translation>%1 (Zeile %2) ist ein Parameter von %3: angenommen wird %4</translation>
    </message>
    <message>
        <source>%1 (line %2) could not be determined from the program: %3 is assumed</source>
        <translation>%1 (Zeile %2) war aus dem Programm nicht zu erkennen: angenommen wird %3</translation>
    </message>
    <message>
        <source>%1 (line %2): sizes are in bytes, and %3 bytes are %4 elements of %5; %3 elements take %3 * sizeof(%5)</source>
        <translation>%1 (Zeile %2): Größen sind in Bytes, und %3 Bytes sind %4 Elemente von %5; %3 Elemente brauchen %3 * sizeof(%5)</translation>
    </message>
    <message>
        <source>%1 (line %2): the data copied there could not be determined from the program: it keeps the values of its declaration</source>
        <translation>%1 (Zeile %2): Was dorthin kopiert wird, war aus dem Programm nicht zu erkennen: es enthält, was seine Deklaration sagt</translation>
    </message>
    <message>
        <source>%1 (line %2): the size of its dynamic shared memory could not be determined, %3 bytes are assumed</source>
        <translation>%1 (Zeile %2): Das dynamische Shared Memory war nicht zu erkennen, angenommen werden %3 Bytes</translation>
    </message>
    <message>
        <source>%1: the size of its dynamic shared memory could not be determined, %2 bytes are assumed</source>
        <translation>%1: Sein dynamisches Shared Memory war nicht zu erkennen, angenommen werden %2 Bytes</translation>
    </message>
    <message>
        <source>%1 (line %2): the grid could not be determined from the program, %3 is assumed</source>
        <translation>%1 (Zeile %2): Das Grid war aus dem Programm nicht zu erkennen, angenommen wird %3</translation>
    </message>
    <message>
        <source>%1 (line %2): the block could not be determined from the program, %3 is assumed</source>
        <translation>%1 (Zeile %2): Der Block war aus dem Programm nicht zu erkennen, angenommen wird %3</translation>
    </message>
    <message>
        <source>%1 (line %2): %3 of %4 could not be determined from the program: zeros are passed</source>
        <translation>%1 (Zeile %2): %3 von %4 war aus dem Programm nicht zu erkennen: übergeben werden Nullen</translation>
    </message>
    <message>
        <source>%1 (line %2): %3 is passed as %4, whose value could not be determined from the program: %5 is assumed</source>
        <translation>%1 (Zeile %2): %3 bekommt %4, dessen Wert aus dem Programm nicht zu erkennen war: angenommen wird %5</translation>
    </message>
    <message>
        <source>%1 (line %2): %3 is passed as %4, whose members could not be determined from the program: fill them in</source>
        <translation>%1 (Zeile %2): %3 bekommt %4, dessen Elemente aus dem Programm nicht zu erkennen waren: sie sind auszufüllen</translation>
    </message>
    <message>
        <source>%1 (line %2): the first contents of %3 could not be determined from the program: zeros are assumed</source>
        <translation>%1 (Zeile %2): Der erste Inhalt von %3 war aus dem Programm nicht zu erkennen: angenommen werden Nullen</translation>
    </message>
    <message>
        <source>%1 (line %2): the size of %3 could not be determined, %4 elements are assumed</source>
        <translation>%1 (Zeile %2): Die Größe von %3 war nicht zu erkennen, angenommen werden %4 Elemente</translation>
    </message>
    <message>
        <source>%1 (line %2): the first contents of %3 are worked out by the program: random numbers are assumed</source>
        <translation>%1 (Zeile %2): Den ersten Inhalt von %3 rechnet das Programm aus: angenommen werden Zufallszahlen</translation>
    </message>
    <message>
        <source>%1 (line %2): the first contents of %3 are worked out by the program: zeros are assumed</source>
        <translation>%1 (Zeile %2): Den ersten Inhalt von %3 rechnet das Programm aus: angenommen werden Nullen</translation>
    </message>
    <message>
        <source>%1 (line %2): the memory behind %3 could not be determined: %4 is a buffer of %5 elements, all zero</source>
        <translation>%1 (Zeile %2): Wie %3 entsteht, war nicht zu erkennen: %4 ist ein Puffer mit %5 Elementen, alle null</translation>
    </message>
    <message>
        <source>%1 (line %2): the memory behind %3 could not be determined: %4 is a buffer of %5 random numbers</source>
        <translation>%1 (Zeile %2): Wie %3 entsteht, war nicht zu erkennen: %4 ist ein Puffer mit %5 Zufallszahlen</translation>
    </message>
    <message>
        <source>%1 (line %2): a loop launches it %3 times, with values that change from pass to pass: only the first launch is included</source>
        <translation>%1 (Zeile %2): Eine Schleife startet ihn %3-mal, und von Durchgang zu Durchgang ändert sich etwas: hier steht nur der erste</translation>
    </message>
    <message>
        <source>%1 (line %2): a loop launches it again and again, with values that change from pass to pass: only the first launch is included</source>
        <translation>%1 (Zeile %2): Eine Schleife startet ihn immer wieder, und von Durchgang zu Durchgang ändert sich etwas: hier steht nur der erste</translation>
    </message>
    <message>
        <source>%1 (line %2): a loop launches it %3 times, but here it is launched once (&quot;rounds&quot; repeats a project&apos;s launches)</source>
        <translation>%1 (Zeile %2): Eine Schleife startet ihn %3-mal, hier wird er einmal gestartet („Runden“ wiederholen die Launches eines Projekts)</translation>
    </message>
    <message>
        <source>%1 (line %2): a loop launches it again and again, but here it is launched once (&quot;rounds&quot; repeats a project&apos;s launches)</source>
        <translation>%1 (Zeile %2): Eine Schleife startet ihn immer wieder, hier wird er einmal gestartet („Runden“ wiederholen die Launches eines Projekts)</translation>
    </message>
    <message>
        <source>%1 (line %2): a loop launches it %3 times, but &quot;rounds&quot; is %4: more would take long on a simulated device</source>
        <translation>%1 (Zeile %2): Eine Schleife startet ihn %3-mal, die Runden sind %4: mehr brauchen auf einem simulierten Gerät ihre Zeit</translation>
    </message>
    <message>
        <source>%1 (line %2): a loop launches it %3 times, and two launches that swap buffers are a round: %4 launches are included</source>
        <translation>%1 (Zeile %2): Eine Schleife startet ihn %3-mal, und zwei Launches, die die Plätze tauschen, sind eine Runde: hier sind es %4</translation>
    </message>
    <message>
        <source>the program has %1 MB of data and a launch of %2 threads, which takes long on a simulated device: try smaller numbers (%3) first</source>
        <translation>das Programm hat %1 MB Daten und einen Start mit %2 Threads, was auf einem simulierten Gerät seine Zeit braucht: mit kleineren Zahlen (%3) geht es schneller</translation>
    </message>
    <message>
        <source>The set-up was guessed from the source. To check:</source>
        <translation>Die Einrichtung wurde aus der Quelle erraten. Zu prüfen:</translation>
    </message>
    <message>
        <source>nothing fills %1, which is in constant memory: it holds zeros until you set its values under Variables of the source</source>
        <translation>nichts füllt %1, das im Constant Memory liegt: Es enthält Nullen, bis es unter Variablen des Quelltexts seine Werte bekommt</translation>
    </message>
    <message>
        <source>%1 (line %2): nothing fills %3 before this launch, so its contents are undefined</source>
        <translation>%1 (Zeile %2): Nichts füllt %3 vor diesem Launch, der Inhalt ist also unbestimmt</translation>
    </message>
    <message>
        <source>%1 (line %2) is not followed: the set-up lacks its launches</source>
        <translation>%1 (Zeile %2) wird nicht verfolgt: Was es startet, fehlt in der Einrichtung</translation>
    </message>
    <message>
        <source>the case that the switch in line %1 takes is unknown: all cases are followed</source>
        <translation>welchen Fall das switch in Zeile %1 nimmt, ist unbekannt: Alle werden verfolgt</translation>
    </message>
    <message>
        <source>%1 (line %2): the program changes %3 between two launches, which is not followed: %3 keeps the contents that the first launch leaves</source>
        <translation>%1 (Zeile %2): Das Programm ändert %3 zwischen zwei Launches, was nicht verfolgt wird: %3 behält, was der erste Launch hinterlässt</translation>
    </message>
    <message>
        <source>%1: none of its arguments is a buffer, so a run shows nothing until %2 has one</source>
        <translation>%1: Keines seiner Argumente ist ein Puffer, ein Lauf zeigt also nichts, bevor %2 einen bekommt</translation>
    </message>
    <message>
        <source>%1 (line %2): %3 is passed a lambda, which cannot be named outside its program: replace it with a struct that has operator()</source>
        <translation>%1 (Zeile %2): %3 bekommt ein Lambda, das nur sein Programm benennen kann: Schreiben Sie stattdessen ein struct mit operator()</translation>
    </message>
    <message>
        <source>%1 (line %2): the program copies there between two launches, which is not followed: all launches see the first copy</source>
        <translation>%1 (Zeile %2): Das Programm kopiert zwischen zwei Launches dorthin, was nicht verfolgt wird: Alle sehen, was zuerst kopiert wird</translation>
    </message>
    <message>
        <source>%1 (line %2) comes from the device: %3 is assumed</source>
        <translation>%1 (Zeile %2) kommt vom Gerät: Angenommen wird %3</translation>
    </message>
</context>
<context>
    <name>RunChanges</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>launches</source>
        <translation>Launches</translation>
    </message>
    <message>
        <source>launch %1</source>
        <translation>Launch %1</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>buffer %1</source>
        <translation>Puffer %1</translation>
    </message>
    <message>
        <source>options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>set-up</source>
        <translation>Einrichtung</translation>
    </message>
</context>
<context>
    <name>SeriesColor</name>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Petrol</translation>
    </message>
</context>
<context>
    <name>SystemWords</name>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>der zugeteilte Speicherplatz ist aufgebraucht</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>das Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ein Teil des Pfades ist kein Ordner</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>der Datenträger meldet einen Fehler</translation>
    </message>
</context>
<context>
    <name>TaskWords</name>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>line %1 of %2</source>
        <translation>Zeile %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 is not as expected: %n element(s) are wrong</source>
        <translation>
            <numerusform>%1 ist nicht wie erwartet: %n Element ist falsch</numerusform>
            <numerusform>%1 ist nicht wie erwartet: %n Elemente sind falsch</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, the first is [%2]: %3 in place of %4</source>
        <translation>%1, als erstes [%2]: %3 statt %4</translation>
    </message>
    <message>
        <source>%1 needs counters, but this device does not count. Use a simulated one.</source>
        <translation>%1 fragt nach Zählern, und dieses Gerät zählt nichts: Nehmen Sie ein simuliertes.</translation>
    </message>
    <message>
        <source>Not met: %1</source>
        <translation>Nicht erfüllt: %1</translation>
    </message>
    <message>
        <source>Not met: %1 (%2)</source>
        <translation>Nicht erfüllt: %1 (%2)</translation>
    </message>
    <message>
        <source>with %1</source>
        <translation>mit %1</translation>
    </message>
    <message>
        <source>%1 needs an estimated time, which is not known here. Use a simulated device, and look at the time in Results.</source>
        <translation>%1 braucht eine geschätzte Zeit, die hier nicht bekannt ist. Nehmen Sie ein simuliertes Gerät, und sehen Sie unter Ergebnisse nach der Zeit.</translation>
    </message>
</context>
<context>
    <name>describe</name>
    <message>
        <source>Nothing was launched</source>
        <translation>Nichts wurde gestartet</translation>
    </message>
    <message>
        <source>Could not run</source>
        <translation>Konnte nicht laufen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui</name>
    <message>
        <source>Use one key with Ctrl, Alt or Shift, not several in a row.</source>
        <translation>Nehmen Sie eine Taste mit Strg, Alt oder Umschalt, nicht mehrere nacheinander.</translation>
    </message>
    <message>
        <source>%1 is already the key for “%2”.</source>
        <translation>%1 ist die Taste für „%2“.</translation>
    </message>
    <message>
        <source>It is too large for a settings file.</source>
        <translation>Sie ist zu groß für eine Einstellungsdatei.</translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation>Sie kann nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>It is not text.</source>
        <translation>Sie ist kein Text.</translation>
    </message>
    <message>
        <source>A part of it cannot be read as settings.</source>
        <translation>Ein Teil davon kann nicht als Einstellungen gelesen werden.</translation>
    </message>
    <message>
        <source>A newer version of Warpbench wrote it.</source>
        <translation>Ein späteres Warpbench hat sie geschrieben.</translation>
    </message>
    <message>
        <source>It says that its version is %1.</source>
        <translation>Sie sagt, ihre Version sei %1.</translation>
    </message>
    <message>
        <source>Vector add</source>
        <translation>Vektoraddition</translation>
    </message>
    <message>
        <source>Two inputs, one output, and a check of it.</source>
        <translation>Zwei Eingaben, eine Ausgabe und eine Prüfung davon.</translation>
    </message>
    <message>
        <source># Welcome

This kernel adds two vectors, one thread per element. It runs with or without an NVIDIA GPU.

1. **Press Run** (F5). *Results* says whether the sum is as expected, *Buffers* shows it.
2. **Change a line**, such as `+` to `-`, and press Run again.
3. **Remove** `if (i &lt; n)` and set `n` to 1000 above the launch: where does it go wrong?

*File ▸ Examples* has lessons that continue from here; F1 opens the manual, Ctrl+K finds everything by name.
</source>
        <translation># Willkommen

Dieser Kernel addiert zwei Vektoren, ein Thread je Element. Er läuft mit und ohne NVIDIA-GPU.

1. **Drücken Sie Ausführen** (F5). *Ergebnisse* sagt, ob die Summe wie erwartet ist, *Puffer* zeigt sie.
2. **Ändern Sie eine Zeile**, etwa `+` in `-`, und führen Sie noch einmal aus.
3. **Nehmen Sie** `if (i &lt; n)` **weg** und setzen Sie `n` über dem Launch auf 1000: wo geht es schief?

*Datei ▸ Beispiele* hat Lektionen, die hier weitergehen; F1 öffnet das Handbuch, Strg+K findet alles nach dem Namen.
</translation>
    </message>
    <message>
        <source>Matrix multiply</source>
        <translation>Matrixmultiplikation</translation>
    </message>
    <message>
        <source>Tiles in shared memory, a barrier, a reference result.</source>
        <translation>Kacheln im Shared Memory, eine Barriere, ein Referenzergebnis.</translation>
    </message>
    <message>
        <source>Empty kernel</source>
        <translation>Leerer Kernel</translation>
    </message>
    <message>
        <source>One kernel over one buffer, to write your own.</source>
        <translation>Ein Kernel über einem Puffer, um einen eigenen zu schreiben.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>min %1</source>
        <translation>Min. %1</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>Max. %1</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>Mittel %1</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1 NaN</translation>
    </message>
    <message>
        <source>%1 infinite</source>
        <translation>%1 unendlich</translation>
    </message>
    <message>
        <source>✓ as expected</source>
        <translation>✓ wie erwartet</translation>
    </message>
    <message>
        <source>✗ %1 of %2 elements are wrong</source>
        <translation>✗ %1 von %2 Elementen sind falsch</translation>
    </message>
    <message>
        <source>, first [%1]: got %2, expected %3</source>
        <translation>, zuerst [%1]: %2 statt %3</translation>
    </message>
    <message>
        <source>NumPy array (*.npy);;Comma-separated values (*.csv);;Raw bytes (*.bin *.raw)</source>
        <translation>NumPy-Feld (*.npy);;Durch Kommas getrennte Werte (*.csv);;Rohe Bytes (*.bin *.raw)</translation>
    </message>
    <message>
        <source>Image (*.png);;</source>
        <translation>Bild (*.png);;</translation>
    </message>
    <message>
        <source>“%1” is not a range; write start:stop:step</source>
        <translation>„%1“ ist kein Bereich; schreiben Sie start:stop:step</translation>
    </message>
    <message>
        <source>The step cannot be 0</source>
        <translation>Eine Schrittweite von 0 führt nirgendwohin</translation>
    </message>
    <message>
        <source>Unknown name “%1”: %2</source>
        <translation>Hier gibt es kein „%1“: %2</translation>
    </message>
    <message>
        <source>A value is missing</source>
        <translation>Es fehlt ein Wert</translation>
    </message>
    <message>
        <source>after(%1) is known only once the kernels have run</source>
        <translation>after(%1) ist erst bekannt, wenn die Kernel gelaufen sind</translation>
    </message>
    <message>
        <source>Name a file beside the project: .npy, .npz, .csv or raw bytes</source>
        <translation>Nennen Sie eine Datei neben dem Projekt: .npy, .npz, .csv oder rohe Bytes</translation>
    </message>
    <message>
        <source>Copy the file into the project&apos;s folder: files from elsewhere are not allowed</source>
        <translation>Kopieren Sie die Datei in den Ordner des Projekts: ein Projekt nimmt keine von woanders</translation>
    </message>
    <message>
        <source>File not found in %1</source>
        <translation>In %1 gibt es keine solche Datei</translation>
    </message>
    <message>
        <source>Name another buffer of the project</source>
        <translation>Nennen Sie einen anderen Puffer des Projekts</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>its power limit</source>
        <translation>ihre Leistungsgrenze</translation>
    </message>
    <message>
        <source>its temperature</source>
        <translation>ihre Temperatur</translation>
    </message>
    <message>
        <source>the power supply</source>
        <translation>die Stromversorgung</translation>
    </message>
    <message>
        <source>other GPUs it is synchronised with</source>
        <translation>andere GPUs, mit denen sie Schritt hält</translation>
    </message>
    <message>
        <source>the display&apos;s clock</source>
        <translation>den Takt der Anzeige</translation>
    </message>
    <message>
        <source>its hardware (power or temperature)</source>
        <translation>ihre Hardware (Leistung oder Temperatur)</translation>
    </message>
    <message>
        <source>clock %1 MHz</source>
        <translation>Takt %1 MHz</translation>
    </message>
    <message>
        <source>memory %1 MHz</source>
        <translation>Speicher %1 MHz</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Device memory: %1, %2 from the driver</source>
        <translation>Gerätespeicher: %1, %2 vom Treiber</translation>
    </message>
    <message>
        <source>slowed down by %1</source>
        <translation>gebremst durch %1</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>A result is not as expected</source>
        <translation>Ein Ergebnis ist nicht wie erwartet</translation>
    </message>
    <message>
        <source>The kernel did not compile</source>
        <translation>Der Kernel ließ sich nicht kompilieren</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>Der Lauf ist gescheitert</translation>
    </message>
    <message>
        <source>The kernel caused a fault</source>
        <translation>Der Kernel hat einen Fehler gemacht</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Stopped at its time limit</source>
        <translation>An der Zeitgrenze gestoppt</translation>
    </message>
    <message numerus="yes">
        <source>%n function(s) more</source>
        <translation>
            <numerusform>%n weitere Funktion</numerusform>
            <numerusform>%n weitere Funktionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n declaration(s)</source>
        <translation>
            <numerusform>%n Deklaration</numerusform>
            <numerusform>%n Deklarationen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n header(s) of the host</source>
        <translation>
            <numerusform>%n Header des Hosts</numerusform>
            <numerusform>%n Header des Hosts</numerusform>
        </translation>
    </message>
    <message>
        <source>Host code was set aside and not run: %1. The launches are those of the set-up.</source>
        <translation>Host-Code wurde beiseitegelassen und nicht ausgeführt: %1. Die Launches sind die der Einrichtung.</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>Ausführungen</translation>
    </message>
    <message>
        <source>Instructions that warps executed for the line: where the work is.</source>
        <translation>Instruktionen, die Warps für die Zeile ausführten: wo die Arbeit ist.</translation>
    </message>
    <message>
        <source>few</source>
        <translation>wenige</translation>
    </message>
    <message>
        <source>Active lanes</source>
        <translation>Aktive Lanes</translation>
    </message>
    <message>
        <source>How many of a warp&apos;s 32 lanes worked, on average. The others waited for them, or were without a thread.</source>
        <translation>Wie viele der 32 Lanes eines Warps im Mittel arbeiteten. Die anderen warteten auf sie, oder es gab keinen Thread für sie.</translation>
    </message>
    <message>
        <source>32</source>
        <translation>32</translation>
    </message>
    <message>
        <source>1</source>
        <translation>1</translation>
    </message>
    <message>
        <source>Divergent branches</source>
        <translation>Divergente Sprünge</translation>
    </message>
    <message>
        <source>How many of the line&apos;s branches split their warp: its lanes went different ways, one after the other.</source>
        <translation>Wie viele der Sprünge der Zeile ihren Warp teilten: seine Lanes gingen verschiedene Wege, nacheinander.</translation>
    </message>
    <message>
        <source>0 %</source>
        <translation>0 %</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Memory sectors</source>
        <translation>Speichersektoren</translation>
    </message>
    <message>
        <source>Global memory moved, against the least that would have done. At 1× the accesses coalesce: neighbouring lanes use neighbouring addresses.</source>
        <translation>Bewegter globaler Speicher, gegen das Wenigste, das genügt hätte. Bei 1× sind die Zugriffe zusammengefasst (coalesced): benachbarte Lanes nehmen benachbarte Adressen.</translation>
    </message>
    <message>
        <source>1×</source>
        <translation>1×</translation>
    </message>
    <message>
        <source>8× or more</source>
        <translation>8× oder mehr</translation>
    </message>
    <message>
        <source>Bank conflicts</source>
        <translation>Bankkonflikte</translation>
    </message>
    <message>
        <source>Extra passes of an access to shared memory, on average, because lanes of the warp wanted different words of the same bank.</source>
        <translation>Weitere Durchgänge eines Zugriffs auf Shared Memory, im Mittel, weil Lanes des Warps verschiedene Wörter derselben Bank wollten.</translation>
    </message>
    <message>
        <source>+0</source>
        <translation>+0</translation>
    </message>
    <message>
        <source>+31</source>
        <translation>+31</translation>
    </message>
    <message>
        <source>Waiting atomics</source>
        <translation>Wartende Atomics</translation>
    </message>
    <message>
        <source>How many atomic operations had to wait for another lane of their warp, at the same address.</source>
        <translation>Wie viele atomare Operationen auf eine andere Lane ihres Warps warten mussten, an derselben Adresse.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>&amp;Beispiele</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>An&amp;sicht</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>Be&amp;reiche</translation>
    </message>
    <message>
        <source>&amp;Go to Panel</source>
        <translation>&amp;Zu Bereich</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>%1: %2 accesses to shared memory take %3 extra passes.</source>
        <translation>%1: %2 Zugriffe auf Shared Memory brauchen %3 Durchgänge mehr.</translation>
    </message>
    <message>
        <source>%1: accesses to global memory move %2 sectors where %3 would do.</source>
        <translation>%1: Zugriffe auf globalen Speicher bewegen %2 Sektoren, wo %3 genügten.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 branches send the lanes of a warp different ways.</source>
        <translation>%1: %2 von %3 Sprüngen schicken die Lanes eines Warps auf verschiedene Wege.</translation>
    </message>
    <message>
        <source>memory bound</source>
        <translation>speichergebunden</translation>
    </message>
    <message>
        <source>compute bound</source>
        <translation>rechengebunden</translation>
    </message>
    <message>
        <source>memory bound, at %1 % of this GPU&apos;s peak bandwidth</source>
        <translation>speichergebunden, bei %1 % der Spitzenbandbreite dieser GPU</translation>
    </message>
    <message>
        <source>compute bound, at %1 % of this GPU&apos;s peak %2 rate</source>
        <translation>rechengebunden, bei %1 % der höchsten %2-Rate dieser GPU</translation>
    </message>
    <message>
        <source>no floating-point arithmetic</source>
        <translation>keine Gleitkomma-Arithmetik</translation>
    </message>
    <message>
        <source>%1 at %2 FLOP/byte</source>
        <translation>%1 bei %2 FLOP/Byte</translation>
    </message>
    <message>
        <source>%1, nothing from DRAM</source>
        <translation>%1, nichts aus dem DRAM</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
    <message>
        <source>Measured %1: %2. Tensor cores are neither measured nor counted.</source>
        <translation>Gemessen am %1: %2. Tensorkerne sind weder gemessen noch gezählt.</translation>
    </message>
    <message>
        <source>neither memory nor arithmetic is busy (%1 %): caches hold its data, it is small, or its warps wait</source>
        <translation>weder Speicher noch Arithmetik ist ausgelastet (%1 %): die Daten liegen in Caches, der Start ist klein, oder seine Warps warten</translation>
    </message>
    <message>
        <source>no floating-point arithmetic, nothing from DRAM</source>
        <translation>keine Gleitkomma-Arithmetik, nichts aus dem DRAM</translation>
    </message>
    <message>
        <source>More threads than the %1 elements of %2, its largest buffer: for one element each, %3 of these blocks are enough.</source>
        <translation>Mehr Threads als die %1 Elemente von %2, seinem größten Puffer: für je ein Element genügen %3 solche Blöcke.</translation>
    </message>
    <message>
        <source>the source changed</source>
        <translation>die Quelle hat sich geändert</translation>
    </message>
    <message>
        <source>the architecture changed</source>
        <translation>die Architektur hat sich geändert</translation>
    </message>
    <message>
        <source>the options changed</source>
        <translation>die Optionen haben sich geändert</translation>
    </message>
    <message>
        <source>the compiler changed</source>
        <translation>der Compiler ist ein anderer</translation>
    </message>
    <message>
        <source>it was not cached before</source>
        <translation>davon war noch nichts aufbewahrt</translation>
    </message>
    <message>
        <source>its cached result is gone</source>
        <translation>was davon aufbewahrt war, ist weg</translation>
    </message>
    <message>
        <source>the cache is switched off</source>
        <translation>der Cache ist ausgeschaltet</translation>
    </message>
    <message>
        <source>a file changed during the compile, so the result is not cached</source>
        <translation>eine Datei hat sich währenddessen geändert, darum wird es nicht aufbewahrt</translation>
    </message>
    <message>
        <source>it reads a file that no #include names, so the result is not cached</source>
        <translation>eine gelesene Datei nennt kein #include, darum wird es nicht aufbewahrt</translation>
    </message>
    <message>
        <source>an #include takes its file name from a macro, so the result is not cached</source>
        <translation>ein Makro nennt eine eingebundene Datei, darum wird es nicht aufbewahrt</translation>
    </message>
    <message>
        <source>header “%1” changed</source>
        <translation>der Header „%1“ hat sich geändert</translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation>aus dem Cache</translation>
    </message>
    <message>
        <source>compiled in %1</source>
        <translation>kompiliert in %1</translation>
    </message>
    <message>
        <source>%1 for %2: %3</source>
        <translation>%1 für %2: %3</translation>
    </message>
    <message>
        <source>Fewer threads than the %1 elements of %2, and the kernel does not loop: if each thread writes one element, the others stay unchanged. %3 of these blocks cover all.</source>
        <translation>Weniger Threads als die %1 Elemente von %2, und der Kernel hat keine Schleife: Schreibt jeder ein Element, bleiben die übrigen, wie sie waren. %3 solche Blöcke erreichen alle.</translation>
    </message>
    <message>
        <source>A pass: %1 cold, %2 warm, %3 as one graph</source>
        <translation>Ein Durchgang: %1 kalt, %2 warm, %3 als ein Graph</translation>
    </message>
    <message>
        <source>no lane</source>
        <translation>keine Lane</translation>
    </message>
    <message>
        <source>lane %1</source>
        <translation>Lane %1</translation>
    </message>
    <message>
        <source>lanes %1</source>
        <translation>Lanes %1</translation>
    </message>
    <message>
        <source>waits for %1 of the warp</source>
        <translation>wartet auf %1 des Warps</translation>
    </message>
    <message>
        <source>runs next</source>
        <translation>ist dran</translation>
    </message>
    <message>
        <source>can run</source>
        <translation>kann laufen</translation>
    </message>
    <message>
        <source>waits at a matrix product</source>
        <translation>wartet an einem Matrixprodukt</translation>
    </message>
    <message>
        <source>waits at barrier %1</source>
        <translation>wartet an Barriere %1</translation>
    </message>
    <message>
        <source>%1 for warp %2</source>
        <translation>%1 auf Warp %2</translation>
    </message>
    <message>
        <source>%1 for warps %2</source>
        <translation>%1 auf die Warps %2</translation>
    </message>
    <message>
        <source>%1 (device %2)</source>
        <translation>%1 (Gerät %2)</translation>
    </message>
    <message>
        <source>Simulated device %1</source>
        <translation>Simuliertes Gerät %1</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>Gerät %1</translation>
    </message>
    <message>
        <source>%1 held from the driver, %2 of it in buffers (waste %3 %, fragmentation %4)</source>
        <translation>%1 vom Treiber gehalten, davon %2 in Puffern (Verschnitt %3 %, Fragmentierung %4)</translation>
    </message>
    <message>
        <source>%1 held from the driver for the next run, nothing in buffers (fragmentation %2)</source>
        <translation>%1 vom Treiber für den nächsten Lauf gehalten, nichts davon in Puffern (Fragmentierung %2)</translation>
    </message>
    <message>
        <source>%1 in buffers</source>
        <translation>%1 in Puffern</translation>
    </message>
    <message>
        <source>%1 in managed buffers</source>
        <translation>%1 in verwalteten Puffern (managed)</translation>
    </message>
    <message>
        <source>%1 of host memory page-locked</source>
        <translation>%1 Hauptspeicher seitenfest gehalten (page-locked)</translation>
    </message>
    <message>
        <source>Device memory: %1</source>
        <translation>Gerätespeicher: %1</translation>
    </message>
    <message>
        <source>Device memory: none</source>
        <translation>Gerätespeicher: keiner</translation>
    </message>
    <message>
        <source>Memory held for the next run is released after half a minute without a run.</source>
        <translation>Was für den nächsten Lauf gehalten wird, geht nach einer halben Minute ohne Lauf zurück.</translation>
    </message>
    <message>
        <source>A simulated device does not use a pool: each buffer is a separate allocation in this computer&apos;s memory, and is freed after its run unless it is resident.</source>
        <translation>Ein simuliertes Gerät hat keinen Vorrat: jeder Puffer ist ein eigenes Stück vom Speicher dieses Computers und geht mit seinem Lauf, wenn er nicht resident ist.</translation>
    </message>
    <message>
        <source>%1, by the host</source>
        <translation>%1, vom Host</translation>
    </message>
    <message>
        <source>%1, by the host (%2)</source>
        <translation>%1, vom Host (%2)</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1, von %2</translation>
    </message>
    <message>
        <source>No device memory is held.</source>
        <translation>Es wird kein Gerätespeicher gehalten.</translation>
    </message>
    <message>
        <source>%1 alone is needed for typing. Combine it with Ctrl or Alt.</source>
        <translation>%1 allein wird zum Tippen gebraucht: Nehmen Sie Strg oder Alt dazu.</translation>
    </message>
    <message>
        <source>compiled in %1: %2</source>
        <translation>kompiliert in %1: %2</translation>
    </message>
    <message>
        <source>issuing instructions</source>
        <translation>das Ausgeben von Befehlen</translation>
    </message>
    <message>
        <source>arithmetic units</source>
        <translation>Recheneinheiten</translation>
    </message>
    <message>
        <source>shared memory and L1</source>
        <translation>Shared Memory und L1</translation>
    </message>
    <message>
        <source>indexed constants</source>
        <translation>indizierte Konstanten</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2-Cache</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>stores</source>
        <translation>Schreibzugriffe</translation>
    </message>
    <message>
        <source>barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>atomics</source>
        <translation>atomare Operationen</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>uneven work</source>
        <translation>ungleiche Arbeit</translation>
    </message>
    <message>
        <source>starting blocks</source>
        <translation>das Starten von Blöcken</translation>
    </message>
    <message>
        <source>the launch itself</source>
        <translation>den Start selbst</translation>
    </message>
    <message>
        <source>The schedulers issue as many instructions as they can. Do the same with fewer: wider loads, unrolled loops, less index arithmetic.</source>
        <translation>Die Scheduler geben so viele Befehle aus, wie sie können. Kommen Sie mit weniger aus: breitere Ladezugriffe, abgerollte Schleifen, weniger Indexrechnung.</translation>
    </message>
    <message>
        <source>The arithmetic units are busy. Use cheaper operations: float instead of double, intrinsics, no division in loops.</source>
        <translation>Die Recheneinheiten sind ausgelastet. Verwenden Sie billigere Operationen: float statt double, Intrinsics, keine Division in Schleifen.</translation>
    </message>
    <message>
        <source>Shared memory and L1 are busy. Remove bank conflicts, or keep values in registers.</source>
        <translation>Shared Memory und L1 sind ausgelastet. Beseitigen Sie Bankkonflikte oder halten Sie Werte in Registern.</translation>
    </message>
    <message>
        <source>Lanes read different constants, which are served one by one. Use shared memory for the table.</source>
        <translation>Lanes lesen verschiedene Konstanten, die einzeln geliefert werden. Legen Sie die Tabelle in Shared Memory.</translation>
    </message>
    <message>
        <source>The L2 cache delivers as much as it can. Read whole lines, and reuse values in shared memory.</source>
        <translation>Der L2-Cache liefert, so viel er kann. Lesen Sie ganze Zeilen und verwenden Sie Werte in Shared Memory mehrfach.</translation>
    </message>
    <message>
        <source>The memory&apos;s bandwidth limits it. Move fewer bytes: whole lines, smaller types, each value once.</source>
        <translation>Die Bandbreite des Speichers begrenzt. Bewegen Sie weniger Bytes: ganze Zeilen, kleinere Typen, jeden Wert einmal.</translation>
    </message>
    <message>
        <source>Warps spend their time at barriers. Use fewer of them, or let a warp work alone with shuffles.</source>
        <translation>Warps verbringen ihre Zeit an Barrieren. Verwenden Sie weniger davon oder lassen Sie einen Warp allein mit Shuffles arbeiten.</translation>
    </message>
    <message>
        <source>Atomics on few addresses wait for each other. Add up within the block first.</source>
        <translation>Atomare Operationen auf wenige Adressen warten aufeinander. Summieren Sie zuerst im Block.</translation>
    </message>
    <message>
        <source>Warps wait, and there are too few of them to fill the time. Use more or larger blocks, or more independent work in each thread.</source>
        <translation>Warps warten, und es sind zu wenige, um die Zeit zu füllen. Verwenden Sie mehr oder größere Blöcke oder mehr unabhängige Arbeit je Thread.</translation>
    </message>
    <message>
        <source>Some warps work longer than the others. Divide the work more evenly.</source>
        <translation>Einige Warps arbeiten länger als die anderen. Verteilen Sie die Arbeit gleichmäßiger.</translation>
    </message>
    <message>
        <source>Starting blocks takes the time. Use fewer blocks, and let each thread do more.</source>
        <translation>Das Starten der Blöcke kostet die Zeit. Verwenden Sie weniger Blöcke und lassen Sie jeden Thread mehr tun.</translation>
    </message>
    <message>
        <source>The kernel ends before the launch itself is paid for. Do more in one launch.</source>
        <translation>Der Kernel ist schneller fertig, als sein Start dauert. Tun Sie mehr in einem Start.</translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>Stores touch too many lines at once. Let neighbouring threads write neighbouring elements.</source>
        <translation>Schreibzugriffe berühren zu viele Zeilen auf einmal. Lassen Sie benachbarte Threads benachbarte Elemente schreiben.</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>None is better in both</source>
        <translation>In beidem ist keiner besser</translation>
    </message>
    <message>
        <source>Share of the differences that it alone explains, %</source>
        <translation>Anteil der Unterschiede, den sie allein erklärt, %</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Estimated time</source>
        <translation>Geschätzte Zeit</translation>
    </message>
    <message>
        <source>Bytes per second</source>
        <translation>Bytes pro Sekunde</translation>
    </message>
    <message>
        <source>Operations per second</source>
        <translation>Operationen pro Sekunde</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Spills</source>
        <translation>Spills</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Occupancy</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>Kompilieren</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>its result is wrong</source>
        <translation>sein Ergebnis ist falsch</translation>
    </message>
    <message>
        <source>Nine of ten real times are between %1 and %2</source>
        <translation>Neun von zehn echten Zeiten liegen zwischen %1 und %2</translation>
    </message>
    <message>
        <source>Does not count: %1</source>
        <translation>Zählt nicht: %1</translation>
    </message>
    <message>
        <source>Without bank conflicts, most in line %1</source>
        <translation>Ohne Bankkonflikte, die meisten in Zeile %1</translation>
    </message>
    <message>
        <source>Without bank conflicts</source>
        <translation>Ohne Bankkonflikte</translation>
    </message>
    <message>
        <source>If neighbouring threads accessed neighbouring elements in line %1</source>
        <translation>Wenn benachbarte Threads in Zeile %1 auf benachbarte Elemente zugriffen</translation>
    </message>
    <message>
        <source>If neighbouring threads accessed neighbouring elements</source>
        <translation>Wenn benachbarte Threads auf benachbarte Elemente zugriffen</translation>
    </message>
    <message>
        <source>If all lanes of each warp took part, most in line %1</source>
        <translation>Wenn alle Lanes jedes Warps mitmachten, am meisten in Zeile %1</translation>
    </message>
    <message>
        <source>If all lanes of each warp took part</source>
        <translation>Wenn alle Lanes jedes Warps mitmachten</translation>
    </message>
    <message>
        <source>If each warp added up before the atomic in line %1</source>
        <translation>Wenn jeder Warp vor der atomaren Operation in Zeile %1 aufsummierte</translation>
    </message>
    <message>
        <source>If each warp added up before its atomics</source>
        <translation>Wenn jeder Warp vor seinen atomaren Operationen aufsummierte</translation>
    </message>
    <message>
        <source>If registers and shared memory let more blocks in</source>
        <translation>Wenn Register und Shared Memory mehr Blöcke zuließen</translation>
    </message>
    <message>
        <source>%1: about %2 times as fast</source>
        <translation>%1: etwa %2-mal so schnell</translation>
    </message>
    <message>
        <source>min |z| %1</source>
        <translation>Min. |z| %1</translation>
    </message>
    <message>
        <source>max |z| %1</source>
        <translation>Max. |z| %1</translation>
    </message>
    <message>
        <source>mean |z| %1</source>
        <translation>Mittel |z| %1</translation>
    </message>
    <message>
        <source>std. dev. %1</source>
        <translation>Std.‑Abw. %1</translation>
    </message>
    <message>
        <source>zeros %1</source>
        <translation>Nullen %1</translation>
    </message>
    <message>
        <source>NaN %1</source>
        <translation>NaN %1</translation>
    </message>
    <message>
        <source>infinite %1</source>
        <translation>unendlich %1</translation>
    </message>
    <message>
        <source>A number is missing after “%1”</source>
        <translation>Nach „%1“ fehlt eine Zahl</translation>
    </message>
    <message>
        <source>more than %1 distinct |z|</source>
        <translation>mehr als %1 verschiedene |z|</translation>
    </message>
    <message>
        <source>more than %1 distinct</source>
        <translation>mehr als %1 verschiedene Werte</translation>
    </message>
    <message>
        <source>distinct |z| %1</source>
        <translation>verschiedene |z| %1</translation>
    </message>
    <message>
        <source>distinct %1</source>
        <translation>verschiedene Werte %1</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>%1 mJ</source>
        <translation>%1 mJ</translation>
    </message>
    <message>
        <source>%1 J</source>
        <translation>%1 J</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Actions</name>
    <message>
        <source>&amp;New Project…</source>
        <translation>&amp;Neues Projekt…</translation>
    </message>
    <message>
        <source>New &amp;Window</source>
        <translation>Neues Fens&amp;ter</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Allow &amp;Files Outside the Folder</source>
        <translation>&amp;Dateien außerhalb des Ordners erlauben</translation>
    </message>
    <message>
        <source>Let this project read data and headers outside its folder; only for projects that you trust</source>
        <translation>Lässt dieses Projekt Daten und Header lesen, die außerhalb seines Ordners liegen; nur, wenn Sie dem trauen, der es gemacht hat</translation>
    </message>
    <message>
        <source>&amp;Close Project</source>
        <translation>Projekt s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>&amp;Undo Typing</source>
        <translation>Eingabe &amp;rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo Typing</source>
        <translation>Eingabe &amp;wiederholen</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>P&amp;aste</source>
        <translation>E&amp;infügen</translation>
    </message>
    <message>
        <source>Select A&amp;ll</source>
        <translation>Alles auswä&amp;hlen</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Undo &amp;Set-up</source>
        <translation>Einrichtung rück&amp;gängig</translation>
    </message>
    <message>
        <source>Redo S&amp;et-up</source>
        <translation>Einrichtung wie&amp;derholen</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Re&amp;place…</source>
        <translation>Erset&amp;zen…</translation>
    </message>
    <message>
        <source>Find Ne&amp;xt</source>
        <translation>Nä&amp;chste Fundstelle</translation>
    </message>
    <message>
        <source>Find Pre&amp;vious</source>
        <translation>V&amp;orige Fundstelle</translation>
    </message>
    <message>
        <source>&amp;Go to Line…</source>
        <translation>Zu Zei&amp;le…</translation>
    </message>
    <message>
        <source>Go to &amp;Definition</source>
        <translation>Zur De&amp;finition</translation>
    </message>
    <message>
        <source>Go to the definition of the name at the caret, in the source or a header; also by Ctrl+click</source>
        <translation>Dorthin, wo der Name an der Einfügemarke definiert ist, in der Quelle oder einem Header; auch mit Strg+Klick</translation>
    </message>
    <message>
        <source>Go &amp;Back</source>
        <translation>Z&amp;urück</translation>
    </message>
    <message>
        <source>Go For&amp;ward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <source>Select the word at the caret, then one more occurrence each time; typing changes them all</source>
        <translation>Das Wort an der Einfügemarke, dann jedes Mal eine Stelle mehr davon: was getippt wird, geht an alle</translation>
    </message>
    <message>
        <source>Toggle &amp;Comment</source>
        <translation>Kommentar umschal&amp;ten</translation>
    </message>
    <message>
        <source>&amp;Next Problem</source>
        <translation>&amp;Nächstes Problem</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>Compile and run the launches on the chosen device</source>
        <translation>Die Launches auf dem gewählten Gerät kompilieren und ausführen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>Stop what is running, even an endless kernel</source>
        <translation>Hält an, was läuft, auch einen endlosen Kernel</translation>
    </message>
    <message>
        <source>&amp;Compile</source>
        <translation>&amp;Kompilieren</translation>
    </message>
    <message>
        <source>Compile without running</source>
        <translation>Kompilieren, ohne auszuführen</translation>
    </message>
    <message>
        <source>Run on C&amp;hange</source>
        <translation>Bei Ä&amp;nderung ausführen</translation>
    </message>
    <message>
        <source>Run again a moment after every change</source>
        <translation>Einen Augenblick nach jeder Änderung noch einmal ausführen</translation>
    </message>
    <message>
        <source>Step &amp;Line</source>
        <translation>Schritt: &amp;Zeile</translation>
    </message>
    <message>
        <source>Step to the warp&apos;s next line on the simulated GPU</source>
        <translation>Zur nächsten Zeile des Warps auf der simulierten GPU</translation>
    </message>
    <message>
        <source>Step &amp;Into</source>
        <translation>Schritt &amp;hinein</translation>
    </message>
    <message>
        <source>Step O&amp;ut</source>
        <translation>Schritt hina&amp;us</translation>
    </message>
    <message>
        <source>Step I&amp;nstruction</source>
        <translation>Schritt: &amp;Instruktion</translation>
    </message>
    <message>
        <source>Step Lane</source>
        <translation>Schritt: Lane</translation>
    </message>
    <message>
        <source>Step to the next line of the lane selected in the table</source>
        <translation>Zur nächsten Zeile der Lane, die in der Tabelle gewählt ist</translation>
    </message>
    <message>
        <source>Step Bac&amp;k</source>
        <translation>Schritt zurü&amp;ck</translation>
    </message>
    <message>
        <source>C&amp;ontinue</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Run to the next breakpoint or the end</source>
        <translation>Weiter bis zu einem Haltepunkt oder zum Ende</translation>
    </message>
    <message>
        <source>Step to the C&amp;aret&apos;s Line</source>
        <translation>Bis zur Zeile der &amp;Einfügemarke</translation>
    </message>
    <message>
        <source>Toggle Br&amp;eakpoint</source>
        <translation>Halte&amp;punkt umschalten</translation>
    </message>
    <message>
        <source>&amp;Guard Zones (GPU)</source>
        <translation>Schutzz&amp;onen (GPU)</translation>
    </message>
    <message>
        <source>Find writes past the ends of buffers: zones around each buffer are inspected after every launch of the check pass</source>
        <translation>Findet, was Kernel hinter die Enden von Puffern schreiben: Zonen um jeden werden nach jedem Launch des Prüfdurchgangs angesehen</translation>
    </message>
    <message>
        <source>Check for &amp;Faults (simulated GPU)</source>
        <translation>Auf Fehle&amp;r prüfen (simulierte GPU)</translation>
    </message>
    <message>
        <source>Find out-of-bounds and uninitialised accesses, races and divergent barriers; slower</source>
        <translation>Speicher außerhalb der Grenzen und nicht initialisierter, Wettläufe, divergente Barrieren; langsamer</translation>
    </message>
    <message>
        <source>Check &amp;Tasks</source>
        <translation>Auf&amp;gaben prüfen</translation>
    </message>
    <message>
        <source>Check which of the lesson&apos;s tasks are done</source>
        <translation>Prüfen, welche Aufgaben der Lektion erledigt sind</translation>
    </message>
    <message>
        <source>&amp;Line Costs</source>
        <translation>Zeilen&amp;kosten</translation>
    </message>
    <message>
        <source>Count on the simulated GPU what each line costs, and show it beside the line: executions, idle lanes, memory sectors, bank conflicts</source>
        <translation>Auf der simulierten GPU zählen, was jede Zeile kostet, und es neben der Zeile zeigen: Ausführungen, untätige Lanes, Speichersektoren, Bankkonflikte</translation>
    </message>
    <message>
        <source>Next C&amp;ostly Line</source>
        <translation>Nächste teure Zeile</translation>
    </message>
    <message>
        <source>&amp;Pin as Baseline</source>
        <translation>Als Base&amp;line anheften</translation>
    </message>
    <message>
        <source>Later runs show their difference from this one</source>
        <translation>Spätere Läufe zeigen ihren Unterschied zu diesem</translation>
    </message>
    <message>
        <source>Reset Resident &amp;Buffers</source>
        <translation>Residen&amp;te Puffer zurücksetzen</translation>
    </message>
    <message>
        <source>Look for &amp;Devices Again</source>
        <translation>Geräte erneut suchen</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>Go to the &amp;Editor</source>
        <translation>Zum &amp;Editor</translation>
    </message>
    <message>
        <source>&amp;Dark Theme</source>
        <translation>&amp;Dunkles Design</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Make all text in the window larger; also with Ctrl and the mouse wheel</source>
        <translation>Alle Schrift im Fenster größer; auch Strg und das Mausrad</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Verk&amp;leinern</translation>
    </message>
    <message>
        <source>&amp;Normal Size</source>
        <translation>&amp;Normale Größe</translation>
    </message>
    <message>
        <source>Perspective: %1</source>
        <translation>Perspektive: %1</translation>
    </message>
    <message>
        <source>&amp;Restore Default Layout</source>
        <translation>&amp;Standardanordnung</translation>
    </message>
    <message>
        <source>Ma&amp;ximize Panel</source>
        <translation>Bereich ma&amp;ximieren</translation>
    </message>
    <message>
        <source>Give all the room to the focused panel or the editor; again to restore</source>
        <translation>Aller Platz für den Bereich, der den Fokus hat, oder für den Editor; noch einmal: wie vorher</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Presen&amp;tation Mode</source>
        <translation>Vor&amp;führmodus</translation>
    </message>
    <message>
        <source>For use in front of a class: full screen, large text, one panel at a time; again to restore</source>
        <translation>Vor einer Klasse: Vollbild, große Schrift, ein Bereich auf einmal; noch einmal: wie vorher</translation>
    </message>
    <message>
        <source>&amp;Start Page</source>
        <translation>S&amp;tartseite</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;Tour of the Window</source>
        <translation>&amp;Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts…</source>
        <translation>&amp;Tastenkürzel…</translation>
    </message>
    <message>
        <source>&amp;Get the Compiler…</source>
        <translation>&amp;Compiler holen…</translation>
    </message>
    <message>
        <source>&amp;About Warpbench</source>
        <translation>Über &amp;Warpbench</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>Select Next Occurrence</source>
        <translation>Nächstes Vorko&amp;mmen auswählen</translation>
    </message>
    <message>
        <source>Previous Proble&amp;m</source>
        <translation>Voriges &amp;Problem</translation>
    </message>
    <message>
        <source>Prev&amp;ious Costly Line</source>
        <translation>Vorige teure Zeile</translation>
    </message>
    <message>
        <source>Breakpoint Condition…</source>
        <translation>&amp;Bedingung des Haltepunkts…</translation>
    </message>
    <message>
        <source>Co&amp;mpile on Pause</source>
        <translation>In Pausen ko&amp;mpilieren</translation>
    </message>
    <message>
        <source>Compile one second after you stop typing, to show errors while you write</source>
        <translation>Eine Sekunde nach dem letzten Buchstaben kompilieren, damit sich Fehler beim Schreiben zeigen</translation>
    </message>
    <message>
        <source>Expor&amp;t Report…</source>
        <translation>Bericht e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Save the last run as a page to share, or as JSON for a script</source>
        <translation>Der letzte Lauf als Seite zum Weitergeben oder als JSON für ein Skript</translation>
    </message>
    <message>
        <source>Run &amp;Whole Program…</source>
        <translation>&amp;Vollständiges Programm ausführen…</translation>
    </message>
    <message>
        <source>Build the source with nvcc and run its main on a simulated GPU, including the host code</source>
        <translation>Die Quelle mit nvcc übersetzen und ihr main auf einer simulierten GPU ausführen, mit allem Host-Code</translation>
    </message>
    <message>
        <source>Take E&amp;xact Set-up from the Program</source>
        <translation>E&amp;xakte Einrichtung vom Programm nehmen</translation>
    </message>
    <message>
        <source>Build and run the program on a simulated GPU, and take over its buffers, data and launches</source>
        <translation>Das Programm bauen und auf einer simulierten GPU ausführen; Puffer, Daten und Launches sind die seines Laufs</translation>
    </message>
    <message>
        <source>Export as Pro&amp;gram…</source>
        <translation>Als Pro&amp;gramm exportieren …</translation>
    </message>
    <message>
        <source>Save a program that runs without Warpbench and does the project&apos;s checks: CUDA C++ with a main, or Python with CuPy</source>
        <translation>Ein Programm, das Warpbench nicht braucht und prüft, was das Projekt prüft: CUDA C++ mit main oder Python mit CuPy</translation>
    </message>
    <message>
        <source>Open a Launch of the Program…</source>
        <translation>Einen Launch des Programms öffnen …</translation>
    </message>
    <message>
        <source>After Run Whole Program: list its launches in order, and make one a project with its data</source>
        <translation>Nach „Ganzes Programm ausführen“: alle seine Launches der Reihe nach, von denen einer mit seinen Daten ein Projekt wird</translation>
    </message>
    <message>
        <source>Run Continuousl&amp;y</source>
        <translation>Fortlaufen&amp;d ausführen</translation>
    </message>
    <message>
        <source>Run frame after frame, and show a buffer as a moving picture in Live</source>
        <translation>Bild für Bild ausführen und einen Puffer in Live als bewegtes Bild zeigen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ArgumentEditor</name>
    <message>
        <source>pointer</source>
        <translation>Zeiger</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>struct</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>texture</source>
        <translation>Textur</translation>
    </message>
    <message>
        <source>surface</source>
        <translation>Surface</translation>
    </message>
    <message>
        <source>null pointer</source>
        <translation>Nullzeiger</translation>
    </message>
    <message>
        <source>choose a buffer</source>
        <translation>einen Puffer wählen</translation>
    </message>
    <message>
        <source>%1 (missing)</source>
        <translation>%1 (fehlt)</translation>
    </message>
    <message>
        <source>Choose a buffer</source>
        <translation>Wählen Sie einen Puffer</translation>
    </message>
    <message>
        <source>Unknown buffer “%1”</source>
        <translation>Das Projekt hat keinen Puffer „%1“</translation>
    </message>
    <message>
        <source>Channels of %1</source>
        <translation>Kanäle von %1</translation>
    </message>
    <message>
        <source>Consecutive values that make one texel</source>
        <translation>Aufeinanderfolgende Werte, die ein Texel bilden</translation>
    </message>
    <message numerus="yes">
        <source>%n channel(s)</source>
        <translation>
            <numerusform>%n Kanal</numerusform>
            <numerusform>%n Kanäle</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ArgumentRow</name>
    <message>
        <source>argument %1</source>
        <translation>Argument %1</translation>
    </message>
    <message>
        <source>New buffer for %1</source>
        <translation>Neuer Puffer für %1</translation>
    </message>
    <message>
        <source>Kind of %1</source>
        <translation>Art von %1</translation>
    </message>
    <message>
        <source>What is passed for this parameter</source>
        <translation>Was für diesen Parameter übergeben wird</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::AxesBar</name>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Swap rows and columns</source>
        <translation>Zeilen und Spalten tauschen</translation>
    </message>
    <message>
        <source>Axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>Show this axis, instead of one index of it</source>
        <translation>Diese Achse zeigen statt eines ihrer Indizes</translation>
    </message>
    <message>
        <source>Index of axis %1</source>
        <translation>Index der Achse %1</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>alle %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::AxesModel</name>
    <message>
        <source>Unknown parameter or define “%1”. Add it to the set-up, or remove it here.</source>
        <translation>Das Projekt hat keinen Parameter und kein Define „%1“: Legen Sie es im Set-up an oder entfernen Sie es hier.</translation>
    </message>
    <message>
        <source>Sweep over %1</source>
        <translation>Sweep über %1</translation>
    </message>
    <message>
        <source>Do not sweep over %1</source>
        <translation>Kein Sweep über %1</translation>
    </message>
    <message>
        <source>%1

Values separated by commas. 1..8, 32..1024+32 and 32..1024*2 are ranges.</source>
        <translation>%1

Werte mit Kommas dazwischen. 1..8, 32..1024+32 und 32..1024*2 sind Bereiche.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Change the values of %1</source>
        <translation>Werte von %1 ändern</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Banner</name>
    <message>
        <source>… and %1 more lines</source>
        <translation>… und %1 weitere Zeilen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Success</source>
        <translation>Erfolg</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Baselines</name>
    <message>
        <source>The pinned runs cannot be kept for the next start: %1</source>
        <translation>Die angehefteten Läufe können nicht bis zum nächsten Start behalten werden: %1</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Later runs are compared with this one</source>
        <translation>Spätere Läufe werden mit diesem verglichen</translation>
    </message>
    <message>
        <source>A double click compares later runs with this one</source>
        <translation>Ein Doppelklick vergleicht spätere Läufe mit diesem</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>kein Gerät</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>%1 instr.</source>
        <translation>%1 Instr.</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>from 0</source>
        <translation>von 0</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BlockSweep</name>
    <message>
        <source>The block&apos;s size is not a parameter or define. Make it one, such as BLOCK, and use it in block and grid.</source>
        <translation>Die Größe des Blocks ist weder Parameter noch Define: Machen Sie sie dazu, etwa BLOCK, und nehmen Sie es in Block und Grid.</translation>
    </message>
    <message>
        <source>its result is wrong</source>
        <translation>sein Ergebnis ist falsch</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferEdits</name>
    <message>
        <source>The buffer has changed since this run. Run again to edit it.</source>
        <translation>Der Puffer wurde seit diesem Lauf geändert. Starten Sie einen neuen Lauf, um ihn zu bearbeiten.</translation>
    </message>
    <message>
        <source>The initial contents have changed since this run. Run again to edit them.</source>
        <translation>Der Anfangsinhalt wurde seit diesem Lauf geändert. Starten Sie einen neuen Lauf, um ihn zu bearbeiten.</translation>
    </message>
    <message>
        <source>Only buffers of up to 256 MiB can be edited.</source>
        <translation>Nur Puffer bis 256 MiB lassen sich bearbeiten.</translation>
    </message>
    <message>
        <source>The launches write %1. Only buffers that they just read can be edited.</source>
        <translation>Die Starts schreiben %1. Nur Puffer, die sie bloß lesen, lassen sich bearbeiten.</translation>
    </message>
    <message>
        <source>The project no longer has this buffer.</source>
        <translation>Das Projekt enthält diesen Puffer nicht mehr.</translation>
    </message>
    <message>
        <source>Only buffers of up to 256 MiB can be expected.</source>
        <translation>Nur der Inhalt von Puffern bis 256 MiB lässt sich erwarten.</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>%1 bearbeiten</translation>
    </message>
    <message>
        <source>Expect These Values of %1</source>
        <translation>Diese Werte von %1 erwarten</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferExpectForm</name>
    <message>
        <source>Kind of check</source>
        <translation>Art der Prüfung</translation>
    </message>
    <message>
        <source>an expression per element</source>
        <translation>ein Ausdruck je Element</translation>
    </message>
    <message>
        <source>a reference function</source>
        <translation>eine Referenzfunktion</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source>another buffer</source>
        <translation>ein anderer Puffer</translation>
    </message>
    <message>
        <source>Expected value</source>
        <translation>Erwarteter Wert</translation>
    </message>
    <message>
        <source>Functions and buffers (Ctrl+Space)</source>
        <translation>Funktionen und Puffer (Strg+Leertaste)</translation>
    </message>
    <message>
        <source>Passed where |got − want| ≤ absolute + relative · |want|</source>
        <translation>Bestanden, wo |ist − soll| ≤ absolut + relativ · |soll|</translation>
    </message>
    <message>
        <source>± relative</source>
        <translation>± relativ</translation>
    </message>
    <message>
        <source>± absolute</source>
        <translation>± absolut</translation>
    </message>
    <message>
        <source>Relative tolerance</source>
        <translation>Relative Toleranz</translation>
    </message>
    <message>
        <source>Absolute tolerance</source>
        <translation>Absolute Toleranz</translation>
    </message>
    <message>
        <source>Exactly these &amp;bits</source>
        <translation>Genau diese B&amp;its</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>A number that is not negative</source>
        <translation>Eine Zahl, die nicht negativ ist</translation>
    </message>
    <message>
        <source>A value is missing</source>
        <translation>Es fehlt ein Wert</translation>
    </message>
    <message>
        <source>%1   %2</source>
        <translation>%1   %2</translation>
    </message>
    <message>
        <source>the buffer, before the launches</source>
        <translation>der Puffer, vor den Launches</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>define</source>
        <translation>Define</translation>
    </message>
    <message>
        <source>after(buffer)   what it holds after them</source>
        <translation>after(Puffer)   was er danach enthält</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferForm</name>
    <message>
        <source>Filled with</source>
        <translation>Gefüllt mit</translation>
    </message>
    <message>
        <source>Expected after the run</source>
        <translation>Nach dem Lauf erwartet</translation>
    </message>
    <message>
        <source>On several devices</source>
        <translation>Auf mehreren Geräten</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Wo er liegt</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferInitForm</name>
    <message>
        <source>A whole number from 0 to 2⁶⁴ − 1</source>
        <translation>Eine ganze Zahl von 0 bis 2⁶⁴ − 1</translation>
    </message>
    <message>
        <source>Initialiser</source>
        <translation>Anfangsinhalt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert (Seed)</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schrittweite</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>Unter</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Initialiser value %1</source>
        <translation>Wert %1 des Anfangsinhalts</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferInspector</name>
    <message>
        <source>The kernel did not compile, so the buffers were not filled.</source>
        <translation>Der Kernel ließ sich nicht kompilieren, also wurden die Puffer nicht gefüllt.</translation>
    </message>
    <message>
        <source>The kernel caused a fault, after which the buffers of a real GPU cannot be read. On the simulated GPU you see the buffers as the fault left them.</source>
        <translation>Der Kernel hat einen Fehler gemacht, nach dem sich die Puffer einer echten GPU nicht lesen lassen. Auf der simulierten GPU sehen Sie die Puffer, wie der Fehler sie hinterließ.</translation>
    </message>
    <message>
        <source>The run was stopped before its results were copied back.</source>
        <translation>Der Lauf wurde gestoppt, bevor seine Ergebnisse zurückkopiert waren.</translation>
    </message>
    <message>
        <source>The run failed before its results were copied back.</source>
        <translation>Der Lauf ist gescheitert, bevor seine Ergebnisse zurückkopiert waren.</translation>
    </message>
    <message>
        <source>The project does not define buffers.</source>
        <translation>Das Projekt hat keine Puffer.</translation>
    </message>
    <message>
        <source>Running. The buffers are shown when the run ends.</source>
        <translation>Läuft. Die Puffer werden gezeigt, wenn der Lauf endet.</translation>
    </message>
    <message>
        <source>Press Run to see what the buffers hold.</source>
        <translation>Drücken Sie Ausführen, um zu sehen, was die Puffer enthalten.</translation>
    </message>
    <message>
        <source>The wrong elements of the whole buffer are listed</source>
        <translation>Die falschen Elemente des ganzen Puffers werden aufgezählt</translation>
    </message>
    <message>
        <source>Part of the buffer, in NumPy&apos;s notation</source>
        <translation>Teil des Puffers, wie NumPy ihn schriebe</translation>
    </message>
    <message>
        <source>The slice is empty.</source>
        <translation>Der Ausschnitt ist leer.</translation>
    </message>
    <message>
        <source>got</source>
        <translation>ist</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>soll</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>relativ</translation>
    </message>
    <message>
        <source>An image needs two dimensions of numbers or colours, with up to 64 million elements. Choose a slice that leaves two, for example “0, :, :”.</source>
        <translation>Ein Bild braucht zwei Dimensionen von Zahlen oder Farben, mit bis zu 64 Millionen Elementen. Wählen Sie einen Ausschnitt, der zwei übrig lässt, etwa „0, :, :“.</translation>
    </message>
    <message>
        <source>An error map needs one or two dimensions. Choose a slice that leaves two, for example “0, :, :”.</source>
        <translation>Eine Fehlerkarte braucht eine oder zwei Dimensionen. Wählen Sie einen Ausschnitt, der zwei übrig lässt, etwa „0, :, :“.</translation>
    </message>
    <message>
        <source>one pixel per element; click one to go there</source>
        <translation>ein Bildpunkt je Element; ein Klick führt dorthin</translation>
    </message>
    <message>
        <source>element %1: </source>
        <translation>Element %1: </translation>
    </message>
    <message>
        <source>row %1, column %2: </source>
        <translation>Zeile %1, Spalte %2: </translation>
    </message>
    <message>
        <source>As %1 has left it</source>
        <translation>Wie %1 es hinterlassen hat</translation>
    </message>
    <message>
        <source>At this pause of %1; what has changed is bold</source>
        <translation>An dieser Stelle von %1; was sich geändert hat, ist fett</translation>
    </message>
    <message>
        <source>As the fault left it; nothing was checked</source>
        <translation>Wie der Fehler es hinterließ; nichts wurde geprüft</translation>
    </message>
    <message>
        <source>Largest absolute error %1, largest relative error %2</source>
        <translation>Größter absoluter Fehler %1, größter relativer Fehler %2</translation>
    </message>
    <message>
        <source>%1, expected %2 (wrong element %3 of %4)</source>
        <translation>%1, erwartet %2 (falsches Element %3 von %4)</translation>
    </message>
    <message>
        <source>Too many cells to copy: at most %1. Export saves them all.</source>
        <translation>Zu viele Zellen zum Kopieren: höchstens %1. Exportieren speichert alle.</translation>
    </message>
    <message>
        <source>The selected cells are too far apart to copy. Choose a slice, or export the buffer.</source>
        <translation>Die ausgewählten Zellen liegen zu weit auseinander, um sie zu kopieren: Wählen Sie einen Ausschnitt, oder exportieren Sie den Puffer.</translation>
    </message>
    <message>
        <source>Too many rows to copy, or too far apart: at most %1.</source>
        <translation>Zu viele Zeilen zum Kopieren oder zu weit auseinander: höchstens %1.</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>%1 kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>%1 wird gespeichert…</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>Ausschnitt</translation>
    </message>
    <message>
        <source>slice, as 0, 10:20, ::2</source>
        <translation>0, 10:20, ::2</translation>
    </message>
    <message>
        <source>Go to element</source>
        <translation>Zum Element</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Error map</source>
        <translation>Fehlerkarte</translation>
    </message>
    <message>
        <source>Show numbers in hexadecimal, with the bits that are in memory</source>
        <translation>Zahlen hexadezimal, wie ihre Bits im Speicher stehen</translation>
    </message>
    <message>
        <source>Hexadecimal</source>
        <translation>Hexadezimal</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save the buffer as .npy, .csv or raw bytes, or the image as .png</source>
        <translation>Den Puffer als .npy, .csv oder rohe Bytes speichern oder das Bild als .png</translation>
    </message>
    <message>
        <source>Only wrong</source>
        <translation>Nur falsche</translation>
    </message>
    <message>
        <source>List the wrong elements of the whole buffer, not all of the slice</source>
        <translation>Die falschen Elemente des ganzen Puffers aufzählen, nicht alle des Ausschnitts</translation>
    </message>
    <message>
        <source>Previous wrong element (Shift+N)</source>
        <translation>Voriges falsches Element (Umschalt+N)</translation>
    </message>
    <message>
        <source>Previous wrong element</source>
        <translation>Voriges falsches Element</translation>
    </message>
    <message>
        <source>Next wrong element (N)</source>
        <translation>Nächstes falsches Element (N)</translation>
    </message>
    <message>
        <source>Next wrong element</source>
        <translation>Nächstes falsches Element</translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 cell(s)</source>
        <translation>
            <numerusform>%1 Zelle kopiert</numerusform>
            <numerusform>%1 Zellen kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>An image needs two dimensions, but %1 has one. Give it a shape such as “height, width” in Set-up, under Data.</source>
        <translation>Ein Bild braucht zwei Dimensionen, aber %1 hat nur eine. Geben Sie ihm in der Einrichtung unter Daten eine Form wie „height, width“.</translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 row(s)</source>
        <translation>
            <numerusform>%1 Zeile kopiert</numerusform>
            <numerusform>%1 Zeilen kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 can no longer be read</source>
        <translation>%1 kann nicht mehr gelesen werden</translation>
    </message>
    <message>
        <source>1 in %1 rows and columns is drawn</source>
        <translation>Jede %1. Zeile und Spalte ist gezeichnet</translation>
    </message>
    <message>
        <source>The histogram is of the whole buffer</source>
        <translation>Das Histogramm zeigt den ganzen Puffer</translation>
    </message>
    <message>
        <source>index, = 3.5, nan</source>
        <translation>Index, = 3.5, nan</translation>
    </message>
    <message>
        <source>An index such as “3, 17”, “#1234” for the place in memory, or a value to find: “= 3.5”, “&gt; 10”, “nan”, “inf”. Enter finds the next one, Shift+Enter the previous one.</source>
        <translation>Ein Index wie „3, 17“, „#1234“ für die Stelle im Speicher oder ein Wert: „= 3.5“, „&gt; 10“, „nan“, „inf“. Die Eingabetaste findet den nächsten, mit Umschalt den vorigen.</translation>
    </message>
    <message>
        <source>Find the next one (Enter)</source>
        <translation>Nächsten finden (Eingabe)</translation>
    </message>
    <message>
        <source>Find the previous one (Shift+Enter)</source>
        <translation>Vorigen finden (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Find the next one</source>
        <translation>Nächsten finden</translation>
    </message>
    <message>
        <source>Find the previous one</source>
        <translation>Vorigen finden</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Not in %1: %2</source>
        <translation>Nicht in %1: %2</translation>
    </message>
    <message>
        <source>Searching… %1 %</source>
        <translation>Sucht … %1 %</translation>
    </message>
    <message>
        <source>real</source>
        <translation>Realteil</translation>
    </message>
    <message>
        <source>imaginary</source>
        <translation>Imaginärteil</translation>
    </message>
    <message>
        <source>Counting… %1 %</source>
        <translation>Zählt … %1 %</translation>
    </message>
    <message>
        <source>index in row %1</source>
        <translation>Index in Zeile %1</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Drawing… %1 %</source>
        <translation>Zeichnet … %1 %</translation>
    </message>
    <message>
        <source>ULP</source>
        <translation>ULP</translation>
    </message>
    <message>
        <source>A histogram needs numbers, and this buffer holds structs.</source>
        <translation>Ein Histogramm braucht Zahlen, und dieser Puffer enthält Strukturen.</translation>
    </message>
    <message>
        <source>A plot needs numbers, and this buffer holds structs.</source>
        <translation>Eine Kurve braucht Zahlen, und dieser Puffer enthält Strukturen.</translation>
    </message>
    <message>
        <source>The bytes are those of the whole buffer</source>
        <translation>Die Bytes sind die des ganzen Puffers</translation>
    </message>
    <message>
        <source>Edited. The next run starts with the values in the table; the changed ones are bold.</source>
        <translation>Bearbeitet. Der nächste Lauf beginnt mit den Werten der Tabelle; geänderte sind fett.</translation>
    </message>
    <message numerus="yes">
        <source>Copied %n byte(s)</source>
        <translation>
            <numerusform>%n Byte kopiert</numerusform>
            <numerusform>%n Bytes kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit &amp;Value</source>
        <translation>&amp;Wert bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Fill Selection…</source>
        <translation>Auswahl &amp;füllen …</translation>
    </message>
    <message>
        <source>Make These the &amp;Expected Values</source>
        <translation>Diese Werte künftig &amp;erwarten</translation>
    </message>
    <message>
        <source>Values can be edited after a run, not while you step.</source>
        <translation>Werte lassen sich nach einem Lauf bearbeiten, nicht während der schrittweisen Ausführung.</translation>
    </message>
    <message>
        <source>New value</source>
        <translation>Neuer Wert</translation>
    </message>
    <message>
        <source>Too many cells to fill: at most %1.</source>
        <translation>Zu viele Zellen zum Füllen: höchstens %1.</translation>
    </message>
    <message>
        <source>Fill Selection</source>
        <translation>Auswahl füllen</translation>
    </message>
    <message>
        <source>Value of each selected element. i, j and k are its indices, as in 2 * i + 1.</source>
        <translation>Wert jedes ausgewählten Elements. i, j und k sind seine Indizes, zum Beispiel 2 * i + 1.</translation>
    </message>
    <message>
        <source>From now on, %1 is expected to hold these values.</source>
        <translation>Von jetzt an wird erwartet, dass %1 diese Werte enthält.</translation>
    </message>
    <message>
        <source>The buffer is empty.</source>
        <translation>Der Puffer ist leer.</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>Hex</translation>
    </message>
    <message>
        <source>Edit what the next run starts with, or is expected to leave</source>
        <translation>Bearbeiten, womit der nächste Lauf beginnt oder was er hinterlassen soll</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Step the Thread That &amp;Wrote This</source>
        <translation>In Schritten durch den Thread, der das &amp;schrieb</translation>
    </message>
    <message>
        <source>Select an element first.</source>
        <translation>Wählen Sie zuerst ein Element aus.</translation>
    </message>
    <message>
        <source>Who wrote this?</source>
        <translation>Wer schrieb das?</translation>
    </message>
    <message>
        <source>And</source>
        <translation>Und</translation>
    </message>
    <message>
        <source>Draw other buffers with as many elements over this one</source>
        <translation>Andere Puffer mit ebenso vielen Elementen darüber zeichnen</translation>
    </message>
    <message>
        <source>%1, got</source>
        <translation>%1, ist</translation>
    </message>
    <message>
        <source>%1, expected</source>
        <translation>%1, soll</translation>
    </message>
    <message>
        <source>Step the thread that wrote the selected wrong element, or the next one, from just before that write (W: any element)</source>
        <translation>In Schritten durch den Thread gehen, der das ausgewählte oder das nächste falsche Element schrieb, ab dem Augenblick davor (W: jedes Element)</translation>
    </message>
    <message>
        <source>The records are those of the whole buffer</source>
        <translation>Die Datensätze sind die des ganzen Puffers</translation>
    </message>
    <message>
        <source>Numbers and vectors in the table can be copied as code.</source>
        <translation>Zahlen und Vektoren der Tabelle lassen sich als Code kopieren.</translation>
    </message>
    <message>
        <source>Copied as code</source>
        <translation>Als Code kopiert</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Copy as &amp;Text</source>
        <translation>Als &amp;Text kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;NumPy</source>
        <translation>Als &amp;NumPy kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;C</source>
        <translation>Als &amp;C kopieren</translation>
    </message>
    <message numerus="yes">
        <source>The buffer is smaller than a record, which has %n byte(s).</source>
        <translation>
            <numerusform>Der Puffer ist kleiner als ein Datensatz, der %n Byte hat.</numerusform>
            <numerusform>Der Puffer ist kleiner als ein Datensatz, der %n Bytes hat.</numerusform>
        </translation>
    </message>
    <message>
        <source>record %1, %2, byte %3: %4</source>
        <translation>Datensatz %1, %2, Byte %3: %4</translation>
    </message>
    <message>
        <source>Copy the selected cells, or the image</source>
        <translation>Die ausgewählten Zellen oder das Bild kopieren</translation>
    </message>
    <message>
        <source>%1, in %2: %3</source>
        <translation>%1, in %2: %3</translation>
    </message>
    <message>
        <source>expected values</source>
        <translation>erwartete Werte</translation>
    </message>
    <message>
        <source>Buffers of more than %1 cannot be compared as a whole.</source>
        <translation>Puffer von mehr als %1 lassen sich nicht als Ganzes vergleichen.</translation>
    </message>
    <message>
        <source>There is nothing to compare this buffer with.</source>
        <translation>Es gibt nichts, womit sich dieser Puffer vergleichen lässt.</translation>
    </message>
    <message>
        <source>Comparing with %1…</source>
        <translation>Vergleich mit %1 …</translation>
    </message>
    <message>
        <source>All elements equal those of %1</source>
        <translation>Alle Elemente sind gleich denen von %1</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ from those of %3</source>
        <translation>%1 von %2 Elementen unterscheiden sich von denen von %3</translation>
    </message>
    <message>
        <source>Buffers of more than %1 cannot be kept.</source>
        <translation>Puffer von mehr als %1 lassen sich nicht behalten.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Kept. Choose Compare after a later run to see what changed.</source>
        <translation>Behalten. Wählen Sie nach einem späteren Lauf Vergleichen, um zu sehen, was sich geändert hat.</translation>
    </message>
    <message>
        <source>No element of this buffer is wrong, and no other buffer has its type and shape</source>
        <translation>Kein Element dieses Puffers ist falsch, und kein anderer Puffer hat seinen Typ und seine Form</translation>
    </message>
    <message>
        <source>&amp;Keep for Comparison</source>
        <translation>Zum &amp;Vergleich behalten</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>What the buffer is compared with</source>
        <translation>Womit der Puffer verglichen wird</translation>
    </message>
    <message>
        <source>Only different</source>
        <translation>Nur verschiedene</translation>
    </message>
    <message>
        <source>The elements of the whole buffer that fit are listed</source>
        <translation>Die passenden Elemente des ganzen Puffers sind aufgelistet</translation>
    </message>
    <message>
        <source>No element fits.</source>
        <translation>Kein Element passt.</translation>
    </message>
    <message>
        <source>&amp;Import Values…</source>
        <translation>Werte &amp;importieren …</translation>
    </message>
    <message>
        <source>Import Values of %1</source>
        <translation>Werte von %1 importieren</translation>
    </message>
    <message>
        <source>Arrays (*.npy *.npz *.csv)</source>
        <translation>Arrays (*.npy *.npz *.csv)</translation>
    </message>
    <message>
        <source>Raw bytes (*)</source>
        <translation>Rohe Bytes (*)</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Auflisten</translation>
    </message>
    <message>
        <source>List all elements of the buffer that fit, instead of the slice</source>
        <translation>Alle passenden Elemente des Puffers auflisten statt des Ausschnitts</translation>
    </message>
    <message>
        <source>Only numbers in buffers of up to %1 can be listed.</source>
        <translation>Nur Zahlen in Puffern von bis zu %1 lassen sich auflisten.</translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n Element</numerusform>
            <numerusform>%n Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>one pixel for %1 × %1 elements</source>
        <translation>ein Pixel für %1 × %1 Elemente</translation>
    </message>
    <message>
        <source>errors from %1 to %2; the redder, the larger</source>
        <translation>Fehler von %1 bis %2; je roter, desto größer</translation>
    </message>
    <message>
        <source>the redder, the more are wrong</source>
        <translation>je roter, desto mehr sind falsch</translation>
    </message>
    <message>
        <source>Write a tolerance such as 1e-6, 0.1 % or 2 ulp.</source>
        <translation>Schreiben Sie eine Toleranz wie 1e-6, 0.1 % oder 2 ulp.</translation>
    </message>
    <message>
        <source>All elements equal those of %1, within %2</source>
        <translation>Alle Elemente gleichen denen von %1, auf %2 genau</translation>
    </message>
    <message>
        <source>%1 by more than %2</source>
        <translation>%1 um mehr als %2</translation>
    </message>
    <message>
        <source>Images (*.png *.jpg *.jpeg *.bmp)</source>
        <translation>Bilder (*.png *.jpg *.jpeg *.bmp)</translation>
    </message>
    <message>
        <source>Choose the view Table or Records to edit values.</source>
        <translation>Wählen Sie die Ansicht Tabelle oder Datensätze, um Werte zu ändern.</translation>
    </message>
    <message>
        <source>Choose the view Records to edit members of structs.</source>
        <translation>Wählen Sie die Ansicht Datensätze, um Elemente von Structs zu ändern.</translation>
    </message>
    <message>
        <source>Value of each selected member. i is its record, as in 2 * i + 1.</source>
        <translation>Wert jedes gewählten Elements. i ist sein Datensatz, wie in 2 * i + 1.</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>How far apart values may be: 1e-6, 0.1 % of the other value, 2 ulp</source>
        <translation>Wie weit Werte auseinander liegen dürfen: 1e-6, 0.1 % des anderen Werts, 2 ulp</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferLayouts</name>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Show %1 by a Layout</source>
        <translation>%1 mit einem Layout zeigen</translation>
    </message>
    <message>
        <source>New Layout</source>
        <translation>Neues Layout</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>Layout %1</source>
        <translation>Layout %1</translation>
    </message>
    <message>
        <source>Edit the Layout %1</source>
        <translation>Layout %1 bearbeiten</translation>
    </message>
    <message>
        <source>Rename the Layout %1</source>
        <translation>Layout %1 umbenennen</translation>
    </message>
    <message>
        <source>Remove the Layout %1</source>
        <translation>Layout %1 entfernen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferMemoryForm</name>
    <message>
        <source>Kind of memory</source>
        <translation>Art des Speichers</translation>
    </message>
    <message>
        <source>the device&apos;s</source>
        <translation>des Geräts</translation>
    </message>
    <message>
        <source>managed: pages migrate on access</source>
        <translation>verwaltet (managed): Seiten wandern zu dem, der sie anfasst</translation>
    </message>
    <message>
        <source>mapped: the host&apos;s, accessed over the bus</source>
        <translation>eingeblendet (mapped): des Rechners, über den Bus erreicht</translation>
    </message>
    <message>
        <source>pitched: rows 512 bytes apart, or a multiple</source>
        <translation>mit Abstand (pitched): Zeilen 512 Bytes auseinander oder ein Vielfaches</translation>
    </message>
    <message>
        <source>For pitched memory, pitch(NAME) is the distance between two rows in bytes</source>
        <translation>Bei Speicher mit Abstand ist pitch(NAME) der Abstand zweier Zeilen in Bytes</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Devices can share only plain device memory</source>
        <translation>Geräte teilen nur einfachen Gerätespeicher unter sich auf</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferSection</name>
    <message>
        <source>Change buffer %1</source>
        <translation>Puffer %1 ändern</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Choose a File</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Arrays (*.npy *.npz *.csv);;All files (*)</source>
        <translation>Felder (*.npy *.npz *.csv);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferSharingForm</name>
    <message>
        <source>Share of each device</source>
        <translation>Anteil jedes Geräts</translation>
    </message>
    <message>
        <source>all of it, to read</source>
        <translation>alles, zum Lesen</translation>
    </message>
    <message>
        <source>its own rows</source>
        <translation>seine eigenen Zeilen</translation>
    </message>
    <message>
        <source>all of it, added up at the end</source>
        <translation>alles, am Ende aufaddiert</translation>
    </message>
    <message>
        <source>all of it, minimum at the end</source>
        <translation>alles, am Ende das Kleinste</translation>
    </message>
    <message>
        <source>all of it, maximum at the end</source>
        <translation>alles, am Ende das Größte</translation>
    </message>
    <message>
        <source>Halo</source>
        <translation>Halo</translation>
    </message>
    <message>
        <source>Rows of neighbours</source>
        <translation>Zeilen der Nachbarn</translation>
    </message>
    <message>
        <source>Rows of its neighbours that each device keeps before and after its own; they are updated between launches</source>
        <translation>Zeilen seiner Nachbarn, die jedes Gerät vor und nach seinen eigenen hat; zwischen Launches werden sie auf den Stand gebracht</translation>
    </message>
    <message>
        <source>Each has</source>
        <translation>Jedes hat</translation>
    </message>
    <message>
        <source>A halo needs a buffer of which each device has its own rows</source>
        <translation>Nur ein Puffer, von dem jedes Gerät seine eigenen Zeilen hat, hat einen Halo</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BuffersModel</name>
    <message>
        <source>%1 elements (%2)</source>
        <translation>%1 Elemente (%2)</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 Elemente</translation>
    </message>
    <message>
        <source>Add buffer</source>
        <translation>Puffer hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate buffer</source>
        <translation>Puffer verdoppeln</translation>
    </message>
    <message>
        <source>Remove buffer</source>
        <translation>Puffer entfernen</translation>
    </message>
    <message>
        <source>Move buffer</source>
        <translation>Puffer verschieben</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Filled with</source>
        <translation>Gefüllt mit</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>“%1” is not a name: letters, digits and _ only</source>
        <translation>„%1“ ist kein Name: nur Buchstaben, Ziffern und _</translation>
    </message>
    <message>
        <source>The name “%1” is already taken</source>
        <translation>Der Name „%1“ ist schon vergeben</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>“%1” is not a type that a buffer can have</source>
        <translation>„%1“ ist kein Typ, den ein Puffer haben kann</translation>
    </message>
    <message>
        <source>Change type</source>
        <translation>Typ ändern</translation>
    </message>
    <message>
        <source>Change shape</source>
        <translation>Form ändern</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BuffersPanel</name>
    <message>
        <source>No buffers yet. A buffer is a named array that kernels read and write. Add one with +.</source>
        <translation>Noch keine Puffer. Ein Puffer ist ein benanntes Feld, das Kernel lesen und schreiben. Fügen Sie mit + einen hinzu.</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Add a buffer</source>
        <translation>Einen Puffer hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate this buffer</source>
        <translation>Diesen Puffer verdoppeln</translation>
    </message>
    <message>
        <source>Remove this buffer</source>
        <translation>Diesen Puffer entfernen</translation>
    </message>
    <message>
        <source>Move it up</source>
        <translation>Nach oben schieben</translation>
    </message>
    <message>
        <source>Move it down</source>
        <translation>Nach unten schieben</translation>
    </message>
    <message>
        <source>Buffers of the project</source>
        <translation>Puffer des Projekts</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BytesEditor</name>
    <message>
        <source>“%1” is not a hexadecimal digit: use 0 to 9 and a to f</source>
        <translation>„%1“ ist keine hexadezimale Ziffer: Schreiben Sie 0 bis 9 und a bis f</translation>
    </message>
    <message>
        <source>A byte has two digits: one is missing</source>
        <translation>Ein Byte hat zwei Ziffern: eine fehlt</translation>
    </message>
    <message>
        <source>Bytes of %1</source>
        <translation>Bytes von %1</translation>
    </message>
    <message>
        <source>hexadecimal: 00 ff 3c</source>
        <translation>hexadezimal: 00 ff 3c</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>The parameter has %1 bytes, but %2 are given</source>
        <translation>Der Parameter hat %1 Bytes, und hier sind %2</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::CodeEditor</name>
    <message>
        <source>CUDA source</source>
        <translation>CUDA-Quelle</translation>
    </message>
    <message>
        <source>Host code is set aside. Warpbench compiles only the kernels and launches them itself, as Set-up says; it does not run this code.</source>
        <translation>Host-Code: beiseitegelassen. Warpbench kompiliert nur die Kernel und startet sie selbst, wie die Einrichtung es sagt; hiervon wird nichts ausgeführt.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ColorBar</name>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>Farben von %1 bis %2</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::CommandPalette</name>
    <message>
        <source>No matching command</source>
        <translation>Kein passender Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ComparePanel</name>
    <message>
        <source>Ignore register numbers</source>
        <translation>Registernummern ignorieren</translation>
    </message>
    <message>
        <source>Previous change (Alt+Up)</source>
        <translation>Vorige Änderung (Alt+Auf)</translation>
    </message>
    <message>
        <source>Next change (Alt+Down)</source>
        <translation>Nächste Änderung (Alt+Ab)</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>SASS</source>
        <translation>SASS</translation>
    </message>
    <message>
        <source>Compared text</source>
        <translation>Verglichener Text</translation>
    </message>
    <message>
        <source>Version on the left</source>
        <translation>Version links</translation>
    </message>
    <message>
        <source>The version on the left: a pinned run, the previous version, or the same source for another architecture</source>
        <translation>Was links steht: ein angehefteter Lauf, die Version davor oder dieselbe Quelle für eine andere Architektur</translation>
    </message>
    <message>
        <source>Treats lines as equal that differ only in the numbers of registers and labels</source>
        <translation>Zeilen, die sich nur in den Nummern von Registern und Marken unterscheiden, gelten als gleich</translation>
    </message>
    <message>
        <source>The other version</source>
        <translation>Die andere Version</translation>
    </message>
    <message>
        <source>The current version</source>
        <translation>Die aktuelle Version</translation>
    </message>
    <message>
        <source>The previous version</source>
        <translation>Die Version davor</translation>
    </message>
    <message>
        <source>Now, for %1</source>
        <translation>Jetzt, für %1</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Press Compile ({compile}) or Run ({run}) first.</source>
        <translation>Drücken Sie zuerst Kompilieren ({compile}) oder Ausführen ({run}).</translation>
    </message>
    <message>
        <source>The last compile, for %1</source>
        <translation>Das letzte Kompilat, für %1</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <translation>Angeheftet: %1</translation>
    </message>
    <message>
        <source>The code of this run was too large to keep. Its source is available.</source>
        <translation>Der Code dieses Laufs wurde nicht behalten, denn er ist groß. Seine Quelle ist da.</translation>
    </message>
    <message>
        <source>Pinned: %1, for %2</source>
        <translation>Angeheftet: %1, für %2</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>No other version has run yet. Change the source and run again, or pin a run in the Runs panel to compare with it later.</source>
        <translation>Noch keine andere Version ist gelaufen. Ändern Sie die Quelle und führen Sie noch einmal aus, oder heften Sie im Bereich „Läufe“ einen Lauf an, um ihn später hier zu haben.</translation>
    </message>
    <message>
        <source>Waiting for the current compile or run…</source>
        <translation>Wartet auf das Kompilieren oder den Lauf, der im Gange ist…</translation>
    </message>
    <message>
        <source>Compiling for %1…</source>
        <translation>Wird für %1 kompiliert…</translation>
    </message>
    <message>
        <source>It does not compile for %1:

%2</source>
        <translation>Lässt sich für %1 nicht kompilieren:

%2</translation>
    </message>
    <message>
        <source>The same source, for %1</source>
        <translation>Dieselbe Quelle, für %1</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>Keine Unterschiede</translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation>Änderung %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::CompilerDialog</name>
    <message>
        <source>Get the Compiler</source>
        <translation>Compiler holen</translation>
    </message>
    <message>
        <source>&lt;p&gt;Warpbench compiles kernels with NVIDIA&apos;s NVRTC, which it may not include. It can download NVRTC as NVIDIA&apos;s own Python packages from the Python package index (311 MB to download, 795 MB on disk) into your data folder. This needs Python 3 with pip, but no administrator rights.&lt;/p&gt;&lt;p&gt;NVRTC comes under &lt;b&gt;NVIDIA&apos;s licence&lt;/b&gt;, the &lt;a href=&quot;https://docs.nvidia.com/cuda/eula/&quot;&gt;CUDA Toolkit EULA&lt;/a&gt;. By downloading it you agree to this licence.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Kernel werden mit NVIDIAs NVRTC kompiliert, das Warpbench nicht mitbringen darf. Es kann als NVIDIAs eigene Python-Pakete aus dem Python Package Index geholt werden (311 MB zu holen, 795 MB auf der Platte), in Ihren Datenordner; Python 3 mit pip ist nötig, und kein Administrator.&lt;/p&gt;&lt;p&gt;Es steht unter &lt;b&gt;NVIDIAs Lizenz&lt;/b&gt;, der &lt;a href=&quot;https://docs.nvidia.com/cuda/eula/&quot;&gt;CUDA-Toolkit-EULA&lt;/a&gt;: Indem Sie es holen, stimmen Sie ihr zu.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Output of the installation</source>
        <translation>Ausgabe der Installation</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Herunterladen</translation>
    </message>
    <message>
        <source>From a &amp;Folder…</source>
        <translation>Aus einem &amp;Ordner…</translation>
    </message>
    <message>
        <source>A folder with the packages, for example on a USB stick</source>
        <translation>Ein Ordner mit den Paketen, etwa auf einem USB-Stick</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 konnte nicht gestartet werden: %2</translation>
    </message>
    <message>
        <source>Folder with the Packages (*.whl)</source>
        <translation>Ordner mit den Paketen (*.whl)</translation>
    </message>
    <message>
        <source>Downloading the compiler. This takes a few minutes…</source>
        <translation>Der Compiler wird geholt; das dauert einige Minuten…</translation>
    </message>
    <message>
        <source>The compiler is installed.</source>
        <translation>Der Compiler ist installiert.</translation>
    </message>
    <message>
        <source>The installation failed. What was installed before is unchanged. The last lines below say why.</source>
        <translation>Es hat nicht geklappt; was vorher da war, ist unverändert. Die letzten Zeilen unten sagen, warum.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ConflictDialog</name>
    <message>
        <source>Changed Elsewhere</source>
        <translation>Anderswo geändert</translation>
    </message>
    <message>
        <source>%1 was changed by another program or window.</source>
        <translation>%1 wurde von einem anderen Programm oder Fenster geändert.</translation>
    </message>
    <message>
        <source> and </source>
        <comment>between names of files</comment>
        <translation> und </translation>
    </message>
    <message>
        <source>From the version on disk (−) to yours (+):</source>
        <translation>Von dem, was auf der Platte liegt (−), zu dem, was hier ist (+):</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>&amp;Überschreiben</translation>
    </message>
    <message>
        <source>Your version replaces the one on disk</source>
        <translation>Was hier ist, ersetzt, was auf der Platte liegt</translation>
    </message>
    <message>
        <source>&amp;Load Theirs</source>
        <translation>Andere &amp;laden</translation>
    </message>
    <message>
        <source>The version on disk replaces yours; Undo reverts this</source>
        <translation>Was auf der Platte liegt, ersetzt, was hier ist; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>&amp;Save As…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Keep both: yours gets another name</source>
        <translation>Beide bleiben: Ihres bekommt einen anderen Namen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Nothing is saved or loaded</source>
        <translation>Nichts wird gespeichert und nichts gelesen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ConstantsModel</name>
    <message>
        <source>Give its value, or have it read after the launches</source>
        <translation>Geben Sie ihren Wert an, oder lassen Sie sie nach den Launches lesen</translation>
    </message>
    <message>
        <source>%1 takes %2 numbers for each element, separated by commas</source>
        <translation>%1 nimmt je Element %2 Zahlen, mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Add variable</source>
        <translation>Variable hinzufügen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>read after the launches</source>
        <translation>wird nach den Launches gelesen</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>wird nicht gelesen</translation>
    </message>
    <message>
        <source>as the source says</source>
        <translation>wie im Quelltext</translation>
    </message>
    <message>
        <source>What it holds after the launches becomes part of the report</source>
        <translation>Was sie nach den Launches enthält, kommt in den Bericht</translation>
    </message>
    <message>
        <source>Comes to %1</source>
        <translation>Ergibt %1</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>A variable needs the name that it has in the source</source>
        <translation>Eine Variable braucht den Namen, den der Quelltext ihr gibt</translation>
    </message>
    <message>
        <source>The name “%1” is already taken</source>
        <translation>Der Name „%1“ ist schon vergeben</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>“%1” is not a type</source>
        <translation>„%1“ ist kein Typ</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ConstantsPanel</name>
    <message>
        <source>None yet. A __constant__ or __device__ variable of the source gets its value here before the first launch, and is read after the last.</source>
        <translation>Noch keine. Eine __constant__- oder __device__-Variable des Quelltexts bekommt hier ihren Wert vor dem ersten Launch und wird nach dem letzten gelesen.</translation>
    </message>
    <message>
        <source>Variables of the source</source>
        <translation>Variablen des Quelltexts</translation>
    </message>
    <message>
        <source>Add a variable of the source</source>
        <translation>Eine Variable des Quelltexts hinzufügen</translation>
    </message>
    <message>
        <source>Remove the selected variable</source>
        <translation>Die gewählte Variable entfernen</translation>
    </message>
    <message>
        <source>&amp;Another variable</source>
        <translation>&amp;Andere Variable</translation>
    </message>
    <message>
        <source>After the run: %1</source>
        <translation>Nach dem Lauf: %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::CountersModel</name>
    <message>
        <source>More counters</source>
        <translation>Weitere Zähler</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::CountersPanel</name>
    <message>
        <source>Counters of each launch</source>
        <translation>Zähler jedes Launchs</translation>
    </message>
    <message>
        <source>Run again ({run}) to bring the counters up to date</source>
        <translation>Noch einmal ausführen ({run}), um die Zähler auf den Stand zu bringen</translation>
    </message>
    <message>
        <source>Count and run</source>
        <translation>Zählen und ausführen</translation>
    </message>
    <message>
        <source>Turns Line Costs on, and runs</source>
        <translation>Schaltet Zeilenkosten ein und führt aus</translation>
    </message>
    <message>
        <source>◆ difference from “%1”</source>
        <translation>◆ Unterschied zu „%1“</translation>
    </message>
    <message>
        <source>Nothing has been counted yet. Counting makes a run slower.</source>
        <translation>Noch wurde nichts gezählt. Zählen macht einen Lauf langsamer.</translation>
    </message>
    <message>
        <source>The GPU&apos;s own counters of each launch</source>
        <translation>Die eigenen Zähler der GPU je Start</translation>
    </message>
    <message numerus="yes">
        <source>Counted by the GPU itself, in %n pass(es) after the timed ones; machine instructions, not PTX.</source>
        <translation>
            <numerusform>Von der GPU selbst gezählt, in %n Durchgang nach den gemessenen; Maschineninstruktionen, nicht PTX.</numerusform>
            <numerusform>Von der GPU selbst gezählt, in %n Durchgängen nach den gemessenen; Maschineninstruktionen, nicht PTX.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has been counted yet. A real GPU reads only a few of its counters at once, so the launches are repeated about 15 times.</source>
        <translation>Noch wurde nichts gezählt. Eine echte GPU zählt mit eigenen Zählern, wenigen auf einmal: die Starts werden etwa 15-mal wiederholt.</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Zählungen</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Whether memory or arithmetic limits a launch</source>
        <translation>Ob Speicher oder Arithmetik einen Launch davon abhält, schneller zu sein</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::CurveView</name>
    <message>
        <source>Plot</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::DeleteWorkDialog</name>
    <message>
        <source>Delete Unsaved Work</source>
        <translation>Ungespeicherte Arbeit löschen</translation>
    </message>
    <message>
        <source>Delete the unsaved work on “%1”? This cannot be undone.</source>
        <translation>Die ungespeicherte Arbeit an „%1“ löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>It does not differ from the files on disk.</source>
        <translation>Sie unterscheidet sich nicht von den Dateien auf der Platte.</translation>
    </message>
    <message>
        <source>From the files on disk (−) to the unsaved work (+):</source>
        <translation>Von den Dateien auf der Platte (−) zur ungespeicherten Arbeit (+):</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Behalten</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::DevicePicker</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Looking for devices…</source>
        <translation>Geräte werden gesucht…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No NVIDIA GPU can be used here: kernels run on a simulated GPU, on this computer&apos;s CPU. Results are those of a GPU, times are not.</source>
        <translation>Hier ist keine NVIDIA-GPU zu gebrauchen: Kernel laufen auf einer simulierten GPU, auf der CPU dieses Rechners. Ergebnisse sind die einer GPU, Zeiten nicht.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::DeviceShares</name>
    <message>
        <source>device to device</source>
        <translation>von Gerät zu Gerät</translation>
    </message>
    <message>
        <source>through the host</source>
        <translation>über den Host</translation>
    </message>
    <message>
        <source>device to device and through the host</source>
        <translation>von Gerät zu Gerät und über den Host</translation>
    </message>
    <message>
        <source>%1 in %2, %3</source>
        <translation>%1 in %2, %3</translation>
    </message>
    <message>
        <source>Devices that shared the run</source>
        <translation>Geräte, die sich den Lauf teilten</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Worked</source>
        <translation>Arbeitete</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>Wartete</translation>
    </message>
    <message>
        <source>Halo</source>
        <translation>Halo</translation>
    </message>
    <message>
        <source>On the host&apos;s clock, without what was waited</source>
        <translation>Nach der Uhr des Hosts, ohne das Warten</translation>
    </message>
    <message>
        <source>On the host&apos;s clock, for the other devices</source>
        <translation>Nach der Uhr des Hosts, auf die anderen Geräte</translation>
    </message>
    <message>
        <source>Rows of neighbours, copied between launches</source>
        <translation>Zeilen der Nachbarn, zwischen Launches kopiert</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::DevicesModel</name>
    <message>
        <source>Cannot be used: %1</source>
        <translation>Nicht zu gebrauchen: %1</translation>
    </message>
    <message>
        <source>%1
Compute capability %2, %3 of memory, %4</source>
        <translation>%1
Compute Capability %2, %3 Speicher, %4</translation>
    </message>
    <message>
        <source>
Simulated on the CPU: results are right, times are not a GPU&apos;s</source>
        <translation>
Auf der CPU simuliert: Ergebnisse stimmen, Zeiten sind nicht die einer GPU</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::DiagnosticsModel</name>
    <message>
        <source>fault</source>
        <translation>Fehler im Kernel</translation>
    </message>
    <message>
        <source>check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>%1 is not as expected: %2 of %3 elements are wrong</source>
        <translation>%1 ist nicht wie erwartet: %2 von %3 Elementen sind falsch</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>It is missing before this place, usually at the end of the line above.</source>
        <translation>Es fehlt vor dieser Stelle, meist am Ende der Zeile darüber.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::DifferenceView</name>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::DockTabs</name>
    <message>
        <source>Drag a tab out to float the panel, double-click it to maximize it; the middle button closes it</source>
        <translation>Ziehen Sie einen Reiter heraus, um den Bereich frei schweben zu lassen; ein Doppelklick maximiert ihn, die mittlere Taste schließt ihn</translation>
    </message>
    <message>
        <source>&amp;Float</source>
        <translation>&amp;Frei schweben lassen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Ma&amp;ximize</source>
        <translation>Ma&amp;ximieren</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::EditorPane</name>
    <message>
        <source>Open files</source>
        <translation>Offene Dateien</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>%1 (read-only)</source>
        <translation>%1 (nur lesen)</translation>
    </message>
    <message>
        <source>%1, read-only: %2</source>
        <translation>%1, nur zu lesen: %2</translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation>%1, nicht gespeichert</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ElementTable</name>
    <message>
        <source>Row %1, column %2: %3</source>
        <translation>Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>Elements of the buffer</source>
        <translation>Elemente des Puffers</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ExportReport</name>
    <message>
        <source>Warp instructions</source>
        <translation>Warp-Instruktionen</translation>
    </message>
    <message>
        <source>GPU time, ms</source>
        <translation>GPU-Zeit, ms</translation>
    </message>
    <message>
        <source>Warp instructions of each launch</source>
        <translation>Warp-Instruktionen jedes Launches</translation>
    </message>
    <message>
        <source>Time of each launch: the median, and the range from the least to the 95th percentile</source>
        <translation>Zeit jedes Launches: der Median und die Spanne vom kleinsten Wert bis zu dem, unter dem 95 % bleiben</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Export Report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Page to share (*.html);;Report for scripts (*.json)</source>
        <translation>Seite zum Weitergeben (*.html);;Bericht für Skripte (*.json)</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::FileHandler</name>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Warpbench</source>
        <translation>Warpbench</translation>
    </message>
    <message>
        <source>“%1” already exists. Replace it?</source>
        <translation>„%1“ ist schon da. Ersetzen?</translation>
    </message>
    <message>
        <source>%1 was deleted or moved by another program. Saving writes it again.</source>
        <translation>%1 wurde von einem anderen Programm gelöscht oder verschoben. Speichern schreibt sie neu.</translation>
    </message>
    <message>
        <source>%1 was changed by another program or window. Your unsaved changes are not in it.</source>
        <translation>%1 wurde von einem anderen Programm oder Fenster geändert. Ihre ungespeicherten Änderungen sind nicht darin.</translation>
    </message>
    <message>
        <source>%1 was changed by another program or window.</source>
        <translation>%1 wurde von einem anderen Programm oder Fenster geändert.</translation>
    </message>
    <message>
        <source>Rel&amp;oad</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>&amp;Compare…</source>
        <translation>&amp;Vergleichen…</translation>
    </message>
    <message>
        <source>&amp;Keep Mine</source>
        <translation>&amp;Meine behalten</translation>
    </message>
    <message>
        <source>This project is also open in another window. The window that saves second asks what to do with the other&apos;s changes.</source>
        <translation>Dieses Projekt ist auch in einem anderen Fenster offen. Wer als Zweiter speichert, wird gefragt, was aus den Änderungen des anderen werden soll.</translation>
    </message>
    <message>
        <source>The files could not be reloaded.</source>
        <translation>Die Dateien konnten nicht noch einmal gelesen werden.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Projects and CUDA sources (*.warpbench *.cu *.cuh);;All files (*)</source>
        <translation>Projekte und CUDA-Quellen (*.warpbench *.cu *.cuh);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>“%1” could not be opened.</source>
        <translation>„%1“ konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>No kernel found in this source: write one, then add a launch.</source>
        <translation>Kein Kernel in dieser Quelle gefunden: Schreiben Sie einen, und fügen Sie dann einen Launch hinzu.</translation>
    </message>
    <message>
        <source>No kernel found in this source: they are in %1. Open that, or write one here and add a launch.</source>
        <translation>Kein Kernel in dieser Quelle gefunden: sie stehen in %1. Öffnen Sie diese Datei, oder schreiben Sie hier einen Kernel und fügen Sie einen Launch hinzu.</translation>
    </message>
    <message>
        <source>%1 is the project of this source: buffers and launches are as they were saved.</source>
        <translation>%1 ist das Projekt dieser Quelle: Puffer und Launches sind, wie sie gespeichert wurden.</translation>
    </message>
    <message>
        <source>Open the Source &amp;Alone</source>
        <translation>&amp;Nur die Quelle öffnen</translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> und %n weitere</numerusform>
            <numerusform> und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>This project uses files outside its folder: %1. Allow this only if you trust the project&apos;s author.</source>
        <translation>Dieses Projekt benutzt Dateien außerhalb seines Ordners: %1. Erlauben Sie es nur, wenn Sie dem trauen, der es gemacht hat.</translation>
    </message>
    <message>
        <source>&amp;Allow</source>
        <translation>&amp;Erlauben</translation>
    </message>
    <message>
        <source>&amp;Not Now</source>
        <translation>&amp;Jetzt nicht</translation>
    </message>
    <message>
        <source>This project was written by a newer version of Warpbench. You can view and run it, but save it only under another name.</source>
        <translation>Dieses Projekt wurde von einer neueren Version von Warpbench geschrieben. Es kann angesehen und ausgeführt, aber nicht an seinen Ort gespeichert werden.</translation>
    </message>
    <message>
        <source>The source</source>
        <translation>Die Quelle</translation>
    </message>
    <message>
        <source>%1 cannot be saved as %2: it now contains “%3”.</source>
        <translation>%1 kann nicht als %2 bleiben: sie hat jetzt ein „%3“.</translation>
    </message>
    <message>
        <source>UTF-8 loses nothing, provided that the text on the screen is right.</source>
        <translation>Als UTF-8 geht nichts verloren, wenn sich richtig liest, was auf dem Bildschirm steht.</translation>
    </message>
    <message>
        <source>Save as &amp;UTF-8</source>
        <translation>Als &amp;UTF-8 speichern</translation>
    </message>
    <message>
        <source>Saved, but this file of the project is missing: %1</source>
        <translation>Gespeichert, aber diese Datei des Projekts fehlt: %1</translation>
    </message>
    <message>
        <source>Save Project As</source>
        <translation>Projekt speichern unter</translation>
    </message>
    <message>
        <source>Warpbench projects (*.warpbench)</source>
        <translation>Warpbench-Projekte (*.warpbench)</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>&amp;Clear This List</source>
        <translation>Diese Liste &amp;leeren</translation>
    </message>
    <message>
        <source>No examples are installed</source>
        <translation>Es sind keine Beispiele installiert</translation>
    </message>
    <message>
        <source>Warpbench cannot keep copies of unsaved work: %1. Save often until this is fixed.</source>
        <translation>Von ungespeicherter Arbeit kann keine Kopie behalten werden: %1. Speichern Sie oft, bis das behoben ist.</translation>
    </message>
    <message>
        <source>Unsaved work on “%1” was kept when Warpbench ended unexpectedly (%2).</source>
        <translation>Ungespeicherte Arbeit an „%1“ wurde behalten, als Warpbench unerwartet endete (%2).</translation>
    </message>
    <message>
        <source>Res&amp;tore</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>S&amp;päter</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>The unsaved work could not be restored.</source>
        <translation>Die ungespeicherte Arbeit konnte nicht wiederhergestellt werden.</translation>
    </message>
    <message numerus="yes">
        <source>Check %n point(s) on the left, under Launch: the program leaves them open.</source>
        <translation>
            <numerusform>Prüfen Sie links unter Launch %n Punkt: Das Programm lässt ihn offen.</numerusform>
            <numerusform>Prüfen Sie links unter Launch %n Punkte: Das Programm lässt sie offen.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Buffers and launches were guessed from the source. Check them at the left; Save As keeps them in a project file.</source>
        <translation>Puffer und Launches wurden aus der Quelle geraten. Prüfen Sie sie links; „Speichern unter“ behält sie in einer Projektdatei.</translation>
    </message>
    <message>
        <source>Grey lines are host code. Run launches only the kernels; Run Whole Program ({runProgram}) also runs the host code.</source>
        <translation>Was grau ist, ist Host-Code. „Ausführen“ startet nur die Kernel; „Vollständiges Programm ausführen“ ({runProgram}) führt auch den Host-Code aus.</translation>
    </message>
    <message>
        <source>Buffers and launches were guessed from the source. Run the program for exact ones, if you trust it: it runs with your rights.</source>
        <translation>Puffer und Launches wurden aus der Quelle geraten. Führen Sie das Programm für die genauen aus, wenn Sie ihm vertrauen: Es läuft mit Ihren Rechten.</translation>
    </message>
    <message>
        <source>Run It for the Set-&amp;up</source>
        <translation>Für die &amp;Einrichtung ausführen</translation>
    </message>
    <message>
        <source>Save Your Copy of the Lesson</source>
        <translation>Ihre Kopie der Lektion speichern</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::FindBar</name>
    <message>
        <source>Match upper and lower case</source>
        <translation>Groß- und Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Nur ganze Wörter</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Previous ({findPrevious})</source>
        <translation>Vorige ({findPrevious})</translation>
    </message>
    <message>
        <source>Next ({findNext})</source>
        <translation>Nächste ({findNext})</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Re&amp;place</source>
        <translation>E&amp;rsetzen</translation>
    </message>
    <message>
        <source>Replace &amp;All</source>
        <translation>A&amp;lle ersetzen</translation>
    </message>
    <message>
        <source>Not a valid expression</source>
        <translation>Kein gültiger Ausdruck</translation>
    </message>
    <message>
        <source>This expression takes too long</source>
        <translation>Dieser Ausdruck dauert zu lange</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation>%1 ersetzt</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::GpuComparison</name>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>Geschätzt</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Against the best</source>
        <translation>Gegen die beste</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::GpusPanel</name>
    <message>
        <source>Estimate on Every GPU</source>
        <translation>Auf jeder GPU schätzen</translation>
    </message>
    <message>
        <source>Runs the launches on each simulated GPU and estimates how long they would take on it</source>
        <translation>Führt die Launches auf jeder simulierten GPU aus und schätzt, wie lange sie dort dauern würden</translation>
    </message>
    <message>
        <source>Estimated times on GPUs</source>
        <translation>Geschätzte Zeiten auf GPUs</translation>
    </message>
    <message>
        <source>Which GPU would run these launches fastest? Compare their estimated times on every simulated GPU. None of them needs to be in this computer.</source>
        <translation>Welche GPU würde diese Launches am schnellsten ausführen? Hier stehen ihre Zeiten auf jeder simulierten GPU nebeneinander, ohne dass eine davon in diesem Rechner steckt.</translation>
    </message>
    <message>
        <source>GPU %1 of %2 …</source>
        <translation>GPU %1 von %2 …</translation>
    </message>
    <message>
        <source>The source or set-up has changed since.</source>
        <translation>Quelle oder Einrichtung haben sich seither geändert.</translation>
    </message>
    <message>
        <source>A pass over the launches. * Some speeds of this GPU were not measured.</source>
        <translation>Ein Durchgang über die Launches. * Einige Geschwindigkeiten dieser GPU wurden nicht gemessen.</translation>
    </message>
    <message>
        <source>A pass over the launches.</source>
        <translation>Ein Durchgang über die Launches.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::HardwareModel</name>
    <message>
        <source>%1%2 points</source>
        <translation>%1%2 Punkte</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::HeatMap</name>
    <message>
        <source>Heat map of two axes</source>
        <translation>Heatmap zweier Achsen</translation>
    </message>
    <message>
        <source>Best: %1</source>
        <translation>Am besten: %1</translation>
    </message>
    <message>
        <source>Strong colour: better, by %1</source>
        <translation>Kräftige Farbe: besser, nach %1</translation>
    </message>
    <message>
        <source>Not tried</source>
        <translation>Nicht versucht</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::HelpWindow</name>
    <message>
        <source>Manual – Warpbench</source>
        <translation>Handbuch – Warpbench</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>&amp;Inhalt</translation>
    </message>
    <message>
        <source>The manual is not installed with this program. In the source tree it is docs/manual.</source>
        <translation>Das Handbuch ist nicht neben diesem Programm installiert. Im Quellbaum ist es docs/manual.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::HistogramView</name>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Counts on a logarithmic axis</source>
        <translation>Anzahlen auf einer logarithmischen Achse</translation>
    </message>
    <message>
        <source>Logarithmic counts</source>
        <translation>Logarithmische Anzahlen</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>The buffer contains no finite values.</source>
        <translation>Der Puffer hat keine endlichen Werte.</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message numerus="yes">
        <source>%1 finite values in %n bin(s)</source>
        <translation>
            <numerusform>%1 endliche Werte in %n Klasse</numerusform>
            <numerusform>%1 endliche Werte in %n Klassen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1: %2 (%3 %)</source>
        <translation>%1: %2 (%3 %)</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ImageControls</name>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>All channels as colours, or one as numbers</source>
        <translation>Alle Kanäle als Farben oder einer als Zahlen</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>Colour map. Of Diverging, the middle is at 0.</source>
        <translation>Farbskala. Die Mitte von „Divergierend“ liegt bei 0.</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Diverging</source>
        <translation>Divergierend</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithmic colours</source>
        <translation>Logarithmische Farben</translation>
    </message>
    <message>
        <source>Number of the lowest colour</source>
        <translation>Zahl der untersten Farbe</translation>
    </message>
    <message>
        <source>Number of the highest colour</source>
        <translation>Zahl der obersten Farbe</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>The diverging map is linear</source>
        <translation>Die divergierende Skala ist linear</translation>
    </message>
    <message>
        <source>Logarithmic colours; 0 and negative numbers get the lowest one</source>
        <translation>Logarithmische Farben; 0 und negative Zahlen erhalten die unterste</translation>
    </message>
    <message>
        <source>A number above 0</source>
        <translation>Eine Zahl über 0</translation>
    </message>
    <message>
        <source>A number</source>
        <translation>Eine Zahl</translation>
    </message>
    <message>
        <source>The range must rise from left to right</source>
        <translation>Der Bereich muss von links nach rechts steigen</translation>
    </message>
    <message>
        <source>The number of the lowest colour. Empty: the smallest one.</source>
        <translation>Die Zahl der untersten Farbe. Leer: die kleinste.</translation>
    </message>
    <message>
        <source>The number of the highest colour. Empty: the largest one.</source>
        <translation>Die Zahl der obersten Farbe. Leer: die größte.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ImageView</name>
    <message>
        <source>Buffer as an image</source>
        <translation>Puffer als Bild</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::InspectorPanel</name>
    <message>
        <source>Show a second view beside this one</source>
        <translation>Eine zweite Ansicht daneben zeigen</translation>
    </message>
    <message>
        <source>Close this view</source>
        <translation>Diese Ansicht schließen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::KeptRuns</name>
    <message>
        <source>Runs cannot be kept for the next start: %1</source>
        <translation>Läufe können nicht für den nächsten Start aufgehoben werden: %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::KeysPage</name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>In the editor</source>
        <translation>Im Editor</translation>
    </message>
    <message>
        <source>Undo, redo typing</source>
        <translation>Eingabe rückgängig, wiederholen</translation>
    </message>
    <message>
        <source>Ctrl+Z, Ctrl+Y</source>
        <translation>Strg+Z, Strg+Y</translation>
    </message>
    <message>
        <source>Leave the editor</source>
        <translation>Den Editor verlassen</translation>
    </message>
    <message>
        <source>Ctrl+Tab</source>
        <translation>Strg+Tab</translation>
    </message>
    <message>
        <source>Close a list of completions</source>
        <translation>Eine Liste von Vorschlägen schließen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>In tables and lists</source>
        <translation>In Tabellen und Listen</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Shift and arrows</source>
        <translation>Umschalt und Pfeile</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Open the selected row</source>
        <translation>Die gewählte Zeile öffnen</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>In charts</source>
        <translation>In Diagrammen</translation>
    </message>
    <message>
        <source>Save as picture or numbers</source>
        <translation>Als Bild oder Zahlen speichern</translation>
    </message>
    <message>
        <source>Menu key</source>
        <translation>Menütaste</translation>
    </message>
    <message>
        <source>&amp;Set Key</source>
        <translation>&amp;Taste setzen</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>St&amp;andard</translation>
    </message>
    <message>
        <source>&amp;All Defaults</source>
        <translation>All&amp;e Standard</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neue Taste</translation>
    </message>
    <message>
        <source>New key:</source>
        <translation>Neue Taste:</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LaneView</name>
    <message>
        <source>Lanes and the memory that they touch</source>
        <translation>Lanes und der Speicher, den sie berühren</translation>
    </message>
    <message>
        <source>A sector of 32 bytes, for lanes %1</source>
        <translation>Ein Sektor von 32 Byte, für die Lanes %1</translation>
    </message>
    <message>
        <source>Bank %1 is not accessed</source>
        <translation>Bank %1 wird nicht gefragt</translation>
    </message>
    <message>
        <source>Bank %1 is asked for one word</source>
        <translation>Bank %1 wird nach einem Wort gefragt</translation>
    </message>
    <message>
        <source>Bank %1 is asked for %2 different words, one per pass</source>
        <translation>Bank %1 wird nach %2 verschiedenen Wörtern gefragt, eins je Durchgang</translation>
    </message>
    <message>
        <source>Banks of shared memory; each box is a word of the bank, and takes a separate pass</source>
        <translation>Bänke des Shared Memory; ein Kästchen ist ein Wort der Bank und ein eigener Durchgang</translation>
    </message>
    <message>
        <source>Banks of shared memory; each box is a word of the bank</source>
        <translation>Bänke des Shared Memory; ein Kästchen ist ein Wort der Bank</translation>
    </message>
    <message numerus="yes">
        <source>%n sector(s) of 32 bytes; filled: bytes that lanes asked for</source>
        <translation>
            <numerusform>%n Sektor zu 32 Byte; gefüllt: was Lanes verlangten</numerusform>
            <numerusform>%n Sektoren zu 32 Byte; gefüllt: was Lanes verlangten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LanesPanel</name>
    <message>
        <source>Run again ({run}) to bring the lanes up to date</source>
        <translation>Noch einmal ausführen ({run}), um die Lanes auf den Stand zu bringen</translation>
    </message>
    <message>
        <source>Trace and run</source>
        <translation>Aufzeichnen und ausführen</translation>
    </message>
    <message>
        <source>Access to memory</source>
        <translation>Speicherzugriff</translation>
    </message>
    <message>
        <source>Loads, stores and atomics of the last run; the caret&apos;s line is selected</source>
        <translation>Lade-, Speicher- und atomare Zugriffe des letzten Laufs; die Zeile der Einfügemarke ist gewählt</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>The first and the last block of the grid and one in between are kept</source>
        <translation>Der erste Block des Grids, der letzte und einer dazwischen werden behalten</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>Warp</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>Runs and records which address each lane accesses, for three blocks of each launch. Every run does so while this panel is in front</source>
        <translation>Führt aus und behält für drei Blöcke jedes Launchs, welche Lane wohin geht; das tut jeder Lauf, solange dieser Bereich vorn ist</translation>
    </message>
    <message>
        <source>Only the simulated GPU can trace accesses. Choose it as the device, and run.</source>
        <translation>Nur in die simulierte GPU kann man hineinsehen: Wählen Sie sie als Gerät, und führen Sie aus.</translation>
    </message>
    <message>
        <source>The launches of this run accessed no memory.</source>
        <translation>Die Launches dieses Laufs griffen auf keinen Speicher zu.</translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>Warp %1</source>
        <translation>Warp %1</translation>
    </message>
    <message>
        <source>A trace shows which address each lane accesses. Nothing has been traced yet.</source>
        <translation>Eine Aufzeichnung zeigt, auf welche Adresse jede Lane zugreift. Noch gibt es keine.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LaunchOptions</name>
    <message>
        <source>Launches per pass</source>
        <translation>Launches je Durchgang</translation>
    </message>
    <message>
        <source>Limit of dynamic shared memory in bytes</source>
        <translation>Grenze des dynamischen Shared Memory in Bytes</translation>
    </message>
    <message>
        <source>&amp;Cooperative launch</source>
        <translation>&amp;Kooperativer Launch</translation>
    </message>
    <message>
        <source>Launch options</source>
        <translation>Optionen des Launchs</translation>
    </message>
    <message>
        <source>Launches it this many times in every pass; its time is divided by that number</source>
        <translation>Startet ihn in jedem Durchgang so oft; seine Zeit wird dadurch geteilt</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>default stream</source>
        <translation>Standard-Stream</translation>
    </message>
    <message>
        <source>Launches in one stream run in order; those in different streams may run at the same time</source>
        <translation>Launches eines Streams laufen der Reihe nach; die verschiedener Streams können zugleich laufen</translation>
    </message>
    <message>
        <source>Raises the kernel&apos;s limit of dynamic shared memory, for more than 48 KiB (cudaFuncAttributeMaxDynamicSharedMemorySize)</source>
        <translation>Hebt die Grenze des Kernels für dynamisches Shared Memory an, für mehr als 48 KiB (cudaFuncAttributeMaxDynamicSharedMemorySize)</translation>
    </message>
    <message>
        <source>Runs all blocks at once, so that the grid can synchronise</source>
        <translation>Alle Blöcke laufen zugleich, damit das Grid sich synchronisieren kann</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Max shared</source>
        <translation>Max. Shared</translation>
    </message>
    <message>
        <source>Change repeat</source>
        <translation>Wiederholung ändern</translation>
    </message>
    <message>
        <source>Change the limit of shared memory</source>
        <translation>Grenze des Shared Memory ändern</translation>
    </message>
    <message>
        <source>Change stream</source>
        <translation>Stream ändern</translation>
    </message>
    <message>
        <source>Change cooperative launch</source>
        <translation>Kooperativen Launch ändern</translation>
    </message>
    <message>
        <source>Blocks of a cluster along x, y and z (compute capability 9.0 and later); the grid must be a multiple of it</source>
        <translation>Blöcke eines Clusters in x, y und z (ab Compute Capability 9.0); das Grid muss ein Vielfaches davon sein</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>Change cluster</source>
        <translation>Cluster ändern</translation>
    </message>
    <message>
        <source>The grid has %1 blocks here: not a multiple</source>
        <translation>Das Grid hat hier %1 Blöcke: kein Vielfaches</translation>
    </message>
    <message>
        <source>Priority of the stream</source>
        <translation>Priorität des Streams</translation>
    </message>
    <message>
        <source>May overlap the launch before</source>
        <translation>Überlappt den Launch davor</translation>
    </message>
    <message>
        <source>Blocks of a stream with a smaller number go first; 0 is the lowest priority. The default stream does not take one</source>
        <translation>Blöcke eines Streams mit kleinerer Zahl kommen zuerst; 0 ist die niedrigste Priorität. Der Standard-Stream nimmt keine</translation>
    </message>
    <message>
        <source>Programmatic dependent launch (compute capability 9.0 and later): the kernel waits itself, with cudaGridDependencySynchronize(). Both are timed together</source>
        <translation>Programmatic Dependent Launch (ab Compute Capability 9.0): Der Kernel wartet selbst, mit cudaGridDependencySynchronize(). Beide werden zusammen gemessen</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Change priority</source>
        <translation>Priorität ändern</translation>
    </message>
    <message>
        <source>Change overlapping</source>
        <translation>Überschneiden ändern</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LaunchPanel</name>
    <message>
        <source>No launch yet. Add one with + and choose its kernel from the source, or add a step with …, whose kernel is generated from one line.</source>
        <translation>Noch kein Launch. Fügen Sie mit + einen hinzu und wählen Sie, welchen Kernel der Quelle er startet, oder mit … einen Schritt, dessen Kernel aus einer Zeile gemacht wird.</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Make the arguments fit the kernel&apos;s parameters</source>
        <translation>Die Argumente den Parametern des Kernels anpassen</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Launch</translation>
    </message>
    <message>
        <source>Launches run in this order</source>
        <translation>Launches laufen in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>Add a launch</source>
        <translation>Einen Launch hinzufügen</translation>
    </message>
    <message>
        <source>More actions for this launch</source>
        <translation>Mehr zu diesem Launch</translation>
    </message>
    <message>
        <source>Add a &amp;step</source>
        <translation>Einen Schritt hin&amp;zufügen</translation>
    </message>
    <message>
        <source>&amp;Duplicate this launch</source>
        <translation>Diesen Launch &amp;verdoppeln</translation>
    </message>
    <message>
        <source>&amp;Remove this launch</source>
        <translation>Diesen Launch en&amp;tfernen</translation>
    </message>
    <message>
        <source>Run it &amp;earlier</source>
        <translation>&amp;Früher ausführen</translation>
    </message>
    <message>
        <source>Run it &amp;later</source>
        <translation>S&amp;päter ausführen</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Dynamic shared memory in bytes</source>
        <translation>Dynamisches Shared Memory in Bytes</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Shared</translation>
    </message>
    <message>
        <source>Dynamic shared memory of a block, in bytes</source>
        <translation>Dynamisches Shared Memory eines Blocks, in Bytes</translation>
    </message>
    <message>
        <source>Change shared memory</source>
        <translation>Shared Memory ändern</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Change grid</source>
        <translation>Grid ändern</translation>
    </message>
    <message>
        <source>Change block</source>
        <translation>Block ändern</translation>
    </message>
    <message>
        <source>Choose kernel %1</source>
        <translation>Kernel %1 wählen</translation>
    </message>
    <message>
        <source>Add launch</source>
        <translation>Launch hinzufügen</translation>
    </message>
    <message>
        <source>Add step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Turn step into source</source>
        <translation>Schritt in Quelle verwandeln</translation>
    </message>
    <message>
        <source>Duplicate launch</source>
        <translation>Launch verdoppeln</translation>
    </message>
    <message>
        <source>Remove launch</source>
        <translation>Launch entfernen</translation>
    </message>
    <message>
        <source>Move launch</source>
        <translation>Launch verschieben</translation>
    </message>
    <message>
        <source>Fit arguments to the kernel</source>
        <translation>Argumente dem Kernel anpassen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1
Launches run in this order</source>
        <translation>%1
Launches laufen in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>Choose a kernel</source>
        <translation>Wählen Sie einen Kernel</translation>
    </message>
    <message>
        <source>The source does not define this kernel</source>
        <translation>Die Quelle hat keinen Kernel dieses Namens</translation>
    </message>
    <message>
        <source>It is a template: name an instance, such as %1&lt;float&gt;</source>
        <translation>Er ist ein Template: Nennen Sie eine Instanz, etwa %1&lt;float&gt;</translation>
    </message>
    <message>
        <source>%1 block of %2: %3 threads</source>
        <translation>%1 Block von %2: %3 Threads</translation>
    </message>
    <message>
        <source>%1 blocks of %2: %3 threads</source>
        <translation>%1 Blöcke von %2: %3 Threads</translation>
    </message>
    <message>
        <source>. No GPU takes more than 1024 threads in a block.</source>
        <translation>. Keine GPU nimmt mehr als 1024 Threads in einem Block.</translation>
    </message>
    <message>
        <source>. A warp has 32 threads: %1 lanes of each block stay idle.</source>
        <translation>. Ein Warp hat 32 Threads: %1 Lanes jedes Blocks bleiben untätig.</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 wählen</translation>
    </message>
    <message>
        <source>Add buffer</source>
        <translation>Puffer hinzufügen</translation>
    </message>
    <message>
        <source>Change argument</source>
        <translation>Argument ändern</translation>
    </message>
    <message>
        <source>The kernel takes %1 arguments, but %2 are given.</source>
        <translation>Der Kernel nimmt %1 Argumente, und hier sind %2.</translation>
    </message>
    <message>
        <source>Argument %1 does not fit the parameter %2.</source>
        <translation>Argument %1 passt nicht zum Parameter %2.</translation>
    </message>
    <message>
        <source>How often every pass repeats the launches, for example for the steps of a simulation</source>
        <translation>Wie oft jeder Durchgang die Launches durchläuft, etwa für die Schritte einer Simulation</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Rounds of the launches</source>
        <translation>Runden der Launches</translation>
    </message>
    <message>
        <source>Change rounds</source>
        <translation>Runden ändern</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LaunchesDialog</name>
    <message>
        <source>Launches of the Program</source>
        <translation>Launches des Programms</translation>
    </message>
    <message>
        <source>Choose a launch. The program runs once more, and the launch becomes a project with its original arguments and data.</source>
        <translation>Wählen Sie einen Launch: Das Programm läuft noch einmal, und der Launch wird ein Projekt mit seinen Argumenten und Daten, wie sie waren.</translation>
    </message>
    <message>
        <source>Launches in order</source>
        <translation>Launches der Reihe nach</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Launch</translation>
    </message>
    <message>
        <source>In a row</source>
        <translation>Hintereinander</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s):</source>
        <translation>
            <numerusform>%n Mal:</numerusform>
            <numerusform>%n Mal:</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open as Project…</source>
        <translation>Als Projekt ö&amp;ffnen …</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LimiterBars</name>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Occupancy limiters</source>
        <translation>Was die Occupancy begrenzt</translation>
    </message>
    <message>
        <source>Warps</source>
        <translation>Warps</translation>
    </message>
    <message>
        <source>%1 of %2 warps</source>
        <translation>%1 von %2 Warps</translation>
    </message>
    <message>
        <source>A block of %1 threads has %2 warps; an SM runs at most %3 at once.</source>
        <translation>Ein Block von %1 Threads hat %2 Warps; ein SM führt höchstens %3 zugleich aus.</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 registers per thread. Warps get registers in units of %2: %3 per block.</source>
        <translation>%1 Register je Thread. Ein Warp bekommt Register in Einheiten von %2: %3 je Block.</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>%1 static and %2 dynamic, plus %3 that the system reserves: %4 per block.</source>
        <translation>%1 statisch und %2 dynamisch, dazu %3, die das System belegt: %4 je Block.</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>An SM holds at most %1 blocks.</source>
        <translation>Ein SM fasst höchstens %1 Blöcke.</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>%1 named barriers per block.</source>
        <translation>%1 benannte Barrieren je Block.</translation>
    </message>
    <message>
        <source>%1: %2, %3%4</source>
        <translation>%1: %2, %3%4</translation>
    </message>
    <message>
        <source>, limits</source>
        <translation>, begrenzt</translation>
    </message>
    <message>
        <source>%1 · limits</source>
        <translation>%1 · begrenzt</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>unused due to a limiter</source>
        <translation>ausgesperrt</translation>
    </message>
    <message>
        <source>too little for a block</source>
        <translation>zu wenig</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LimitsPanel</name>
    <message>
        <source>Run again ({run}) to bring the estimate up to date</source>
        <translation>Noch einmal ausführen ({run}), damit die Schätzung stimmt</translation>
    </message>
    <message>
        <source>What limits the launch</source>
        <translation>Was den Launch begrenzt</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Launch</translation>
    </message>
    <message>
        <source>Time that each part of the GPU alone would need</source>
        <translation>Zeit, die jeder Teil der GPU allein bräuchte</translation>
    </message>
    <message>
        <source>What keeps a launch from being faster? Press Run ({run}) with a simulated GPU to see each of its limits, and the gain from removing each waste.</source>
        <translation>Was hindert einen Launch daran, schneller zu sein? Drücken Sie Ausführen ({run}) mit einer simulierten GPU: Hier steht jede Grenze, und was es brächte, Verschwendung zu vermeiden.</translation>
    </message>
    <message>
        <source>No time can be estimated: %1</source>
        <translation>Keine Zeit lässt sich schätzen: %1</translation>
    </message>
    <message>
        <source>%1 takes about %2 on %3, from %4.</source>
        <translation>%1 braucht etwa %2 auf %3, von %4.</translation>
    </message>
    <message>
        <source>%1  %2 %</source>
        <translation>%1  %2 %</translation>
    </message>
    <message>
        <source>Share of the time that each alone would need, %</source>
        <translation>Anteil der Zeit, den jeder allein bräuchte, %</translation>
    </message>
    <message>
        <source>Enter or a click goes to the line</source>
        <translation>Enter oder ein Klick geht zur Zeile</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LineCostBar</name>
    <message>
        <source>Out of date</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Figure beside the lines</source>
        <translation>Wert neben den Zeilen</translation>
    </message>
    <message>
        <source>The source has changed since this was counted: run again</source>
        <translation>Die Quelle hat sich geändert, seit dies gezählt wurde: Führen Sie noch einmal aus</translation>
    </message>
    <message>
        <source>Hide the costs of lines</source>
        <translation>Die Kosten der Zeilen verbergen</translation>
    </message>
    <message>
        <source>Per line</source>
        <translation>Je Zeile</translation>
    </message>
    <message>
        <source>No figures for this line: the source has changed since.</source>
        <translation>Von dieser Zeile ist nichts bekannt: die Quelle hat sich seither geändert.</translation>
    </message>
    <message>
        <source>To the next costly line</source>
        <translation>Zur nächsten teuren Zeile</translation>
    </message>
    <message>
        <source>Worst: %1</source>
        <translation>Am schlechtesten: %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LineCosts</name>
    <message>
        <source>Line %1 executed nothing.</source>
        <translation>Zeile %1 führte nichts aus.</translation>
    </message>
    <message>
        <source>Line %1: %2 warp instructions, %3 of all.</source>
        <translation>Zeile %1: %2 Warp-Instruktionen, %3 von allen.</translation>
    </message>
    <message>
        <source>Line %1: all 32 lanes work.</source>
        <translation>Zeile %1: alle 32 Lanes arbeiten.</translation>
    </message>
    <message>
        <source>Line %1: %2 of 32 lanes work; the others wait or are idle.</source>
        <translation>Zeile %1: %2 von 32 Lanes arbeiten; die anderen warten oder sind untätig.</translation>
    </message>
    <message>
        <source>Line %1 does not branch.</source>
        <translation>Zeile %1 hat keinen Sprung.</translation>
    </message>
    <message>
        <source>Line %1: each of the %2 branches keeps its warp together.</source>
        <translation>Zeile %1: jeder der %2 Sprünge hält seinen Warp zusammen.</translation>
    </message>
    <message>
        <source>Line %1: %2 of %3 branches split their warp; both paths take time.</source>
        <translation>Zeile %1: %2 von %3 Sprüngen teilen ihren Warp; beide Wege brauchen ihre Zeit.</translation>
    </message>
    <message>
        <source>Line %1 does not use global memory.</source>
        <translation>Zeile %1 benutzt keinen globalen Speicher.</translation>
    </message>
    <message>
        <source>Line %1: %2 sectors of 32 bytes, as few as possible.</source>
        <translation>Zeile %1: %2 Sektoren zu 32 Byte, so wenige wie möglich.</translation>
    </message>
    <message>
        <source>Line %1: %2 sectors of 32 bytes move where %3 would do.</source>
        <translation>Zeile %1: %2 Sektoren zu 32 Byte werden bewegt, wo %3 genügten.</translation>
    </message>
    <message>
        <source>Line %1 does not use shared memory.</source>
        <translation>Zeile %1 benutzt kein Shared Memory.</translation>
    </message>
    <message>
        <source>Line %1: %2 accesses to shared memory, none in conflict.</source>
        <translation>Zeile %1: %2 Zugriffe auf Shared Memory, keiner im Konflikt.</translation>
    </message>
    <message>
        <source>Line %1: %2 accesses to shared memory take %3 extra passes.</source>
        <translation>Zeile %1: %2 Zugriffe auf Shared Memory brauchen %3 Durchgänge mehr.</translation>
    </message>
    <message>
        <source>Line %1 does not use atomics.</source>
        <translation>Zeile %1 hat keine atomare Operation.</translation>
    </message>
    <message>
        <source>Line %1: %2 of %3 atomic operations wait for another lane.</source>
        <translation>Zeile %1: %2 von %3 atomaren Operationen warten auf eine andere Lane.</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>%1 warp instructions, %2 of all</source>
        <translation>%1 Warp-Instruktionen, %2 von allen</translation>
    </message>
    <message>
        <source>%1 of 32 lanes active</source>
        <translation>%1 von 32 Lanes aktiv</translation>
    </message>
    <message>
        <source>%1 of %2 branches divergent</source>
        <translation>%1 von %2 Sprüngen divergent</translation>
    </message>
    <message>
        <source>%1 memory sectors, ideally %2</source>
        <translation>%1 Speichersektoren, bestenfalls %2</translation>
    </message>
    <message>
        <source>%1 shared accesses, %2 extra passes for bank conflicts</source>
        <translation>%1 Zugriffe auf Shared Memory, %2 weitere Durchgänge wegen Bankkonflikten</translation>
    </message>
    <message>
        <source>%1 atomics, %2 waited for another lane</source>
        <translation>%1 Atomics, %2 warteten auf eine andere Lane</translation>
    </message>
    <message>
        <source>%1 barriers waited for</source>
        <translation>auf %1 Barrieren gewartet</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ListingModel</name>
    <message>
        <source>Executed %1 times by a warp, on average by %2 of its 32 lanes</source>
        <translation>%1-mal von einem Warp ausgeführt, im Mittel von %2 seiner 32 Lanes</translation>
    </message>
    <message>
        <source>From line %1</source>
        <translation>Aus Zeile %1</translation>
    </message>
    <message>
        <source>From line %1 of %2</source>
        <translation>Aus Zeile %1 von %2</translation>
    </message>
    <message>
        <source>, inlined in line %1</source>
        <translation>, eingesetzt (inlined) in Zeile %1</translation>
    </message>
    <message>
        <source>The line of the source that the instruction comes from</source>
        <translation>Die Zeile der Quelle, aus der die Instruktion kommt</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>How often warps executed the instruction, on the simulated GPU, in all launches</source>
        <translation>Wie oft Warps die Instruktion ausführten, auf der simulierten GPU, in allen Launches</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Active lanes of the 32, on average</source>
        <translation>Aktive Lanes der 32, im Mittel</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Lanes</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ListingPanel</name>
    <message>
        <source>All lines</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>The source has changed since this listing: compile ({compile}) to link them again</source>
        <translation>Die Quelle hat sich seit dieser Liste geändert: Kompilieren Sie ({compile}), um beide wieder zu verknüpfen</translation>
    </message>
    <message>
        <source>Code listing</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>SASS</source>
        <translation>SASS</translation>
    </message>
    <message>
        <source>Kind of listing</source>
        <translation>Art der Liste</translation>
    </message>
    <message>
        <source>PTX is the compiler&apos;s code for any GPU, SASS the machine code for one</source>
        <translation>PTX ist, was der Compiler für jede GPU macht, SASS der Maschinencode einer bestimmten</translation>
    </message>
    <message>
        <source>Function of the listing</source>
        <translation>Funktion der Liste</translation>
    </message>
    <message>
        <source>Find in the listing</source>
        <translation>In der Liste suchen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Enter finds the next match; / in the listing jumps here</source>
        <translation>Die Eingabetaste geht zur nächsten Stelle; / in der Liste führt hierher</translation>
    </message>
    <message>
        <source>Also shows directives and debugging information</source>
        <translation>Auch Direktiven und Angaben für Debugger</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>This compile produced no PTX.</source>
        <translation>Dieses Kompilieren ergab kein PTX.</translation>
    </message>
    <message>
        <source>The machine code is missing because the architecture in Options is a virtual one (compute_…). Choose auto or sm_….</source>
        <translation>Es gibt keinen Maschinencode: die Architektur in den Optionen ist eine virtuelle (compute_…). Wählen Sie auto oder sm_….</translation>
    </message>
    <message>
        <source>Disassembling…</source>
        <translation>Wird disassembliert…</translation>
    </message>
    <message>
        <source>Not in the listing</source>
        <translation>Nicht in der Liste</translation>
    </message>
    <message>
        <source>Compile ({compile}) or run ({run}) the source to see the code that the compiler generates from it.</source>
        <translation>Der Code, den der Compiler aus der Quelle macht, steht hier, sobald sie kompiliert ist: Kompilieren ({compile}) oder Ausführen ({run}).</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LivePanel</name>
    <message>
        <source>One Frame</source>
        <translation>Ein Bild</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu beginnen</translation>
    </message>
    <message>
        <source>Keep Values</source>
        <translation>Werte übernehmen</translation>
    </message>
    <message>
        <source>Starts with frame 0 and new contents of resident buffers</source>
        <translation>Beginnt mit Bild 0 und neuen Inhalten der residenten Puffer</translation>
    </message>
    <message>
        <source>Writes the sliders&apos; values into the set-up</source>
        <translation>Schreibt die Werte der Regler in die Einrichtung</translation>
    </message>
    <message>
        <source>Buffer to show</source>
        <translation>Gezeigter Puffer</translation>
    </message>
    <message>
        <source>Picture of a frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Run Continuously</source>
        <translation>Fortlaufend ausführen</translation>
    </message>
    <message>
        <source>Runs the project again and again and shows a buffer as a picture. It needs a buffer with two dimensions, such as “height, width”.</source>
        <translation>Führt das Projekt immer wieder aus und zeigt einen Puffer als Bild. Das braucht einen Puffer mit zwei Dimensionen, etwa „height, width“.</translation>
    </message>
    <message>
        <source>Parameters named time, frame, mouse_x, mouse_y and mouse_buttons change from frame to frame. Resident buffers keep their contents.</source>
        <translation>Parameter namens time, frame, mouse_x, mouse_y und mouse_buttons ändern sich von Bild zu Bild. Residente Puffer behalten ihren Inhalt.</translation>
    </message>
    <message>
        <source>frame %1, %2 s</source>
        <translation>Bild %1, %2 s</translation>
    </message>
    <message>
        <source>%1 frames/s, </source>
        <translation>%1 Bilder/s, </translation>
    </message>
    <message>
        <source>A picture needs two dimensions of numbers or colours, with up to 64 million elements.</source>
        <translation>Ein Bild braucht zwei Dimensionen aus Zahlen oder Farben, mit bis zu 64 Millionen Elementen.</translation>
    </message>
    <message>
        <source>Change Parameters</source>
        <translation>Parameter ändern</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Log</name>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>Kompilieren</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::MainWindow</name>
    <message>
        <source> (is on)</source>
        <translation> (ist an)</translation>
    </message>
    <message>
        <source> (is off)</source>
        <translation> (ist aus)</translation>
    </message>
    <message>
        <source>Panel: %1</source>
        <translation>Bereich: %1</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>Gerät: %1</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>Beispiel: %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Main toolbar</source>
        <translation>Hauptwerkzeugleiste</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source> (read-only)</source>
        <translation> (nur lesen)</translation>
    </message>
    <message>
        <source> – Warpbench</source>
        <translation> – Warpbench</translation>
    </message>
    <message>
        <source>Go to Line</source>
        <translation>Zu Zeile</translation>
    </message>
    <message>
        <source>Line (1 to %1):</source>
        <translation>Zeile (1 bis %1):</translation>
    </message>
    <message>
        <source>The kernel</source>
        <translation>Der Kernel</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>The results</source>
        <translation>Die Ergebnisse</translation>
    </message>
    <message>
        <source>Where to go on</source>
        <translation>Wie es weitergeht</translation>
    </message>
    <message>
        <source>Write CUDA here; errors appear under their line. The set-up beside it replaces main(): sizes, buffers, launches. You can also open a whole .cu program: let it run once, and the set-up is what it did.</source>
        <translation>Hier schreiben Sie CUDA; Fehler erscheinen unter ihrer Zeile. Was main() täte, steht daneben in der Einrichtung: Größen, Puffer, Launches. Sie können auch ein ganzes .cu-Programm öffnen: Lassen Sie es einmal laufen, und die Einrichtung ist, was es tat.</translation>
    </message>
    <message>
        <source>%1 compiles and runs what you see, saved or not. %2 stops it, even an endless kernel.</source>
        <translation>%1 kompiliert und führt aus, was Sie sehen, gespeichert oder nicht. %2 hält an, auch einen endlosen Kernel.</translation>
    </message>
    <message>
        <source>The device</source>
        <translation>Das Gerät</translation>
    </message>
    <message>
        <source>Your NVIDIA GPU, or a simulated one that runs on any computer: its results are those of a GPU, it finds faults and races, and it counts everything. Only its times are not a GPU&apos;s.</source>
        <translation>Ihre NVIDIA-GPU oder eine simulierte, die keine braucht: Ihre Ergebnisse sind die einer GPU, sie findet Fehler und Wettläufe und zählt alles. Nur ihre Zeiten sind nicht die einer GPU.</translation>
    </message>
    <message>
        <source>See whether the results are as expected, faults with their line and thread, and each launch; click one to go there. Buffers shows the data, its neighbours times, occupancy and counters.</source>
        <translation>Ob die Ergebnisse wie erwartet sind, Fehler mit Zeile und Thread, und jeder Launch; ein Klick führt dorthin. „Puffer“ zeigt die Daten, die Bereiche daneben Zeiten, Occupancy und Zähler.</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>Hineinsehen</translation>
    </message>
    <message>
        <source>%1 steps through the kernel line by line, forward and back, with every variable of every lane. Lanes shows which memory each of them accesses.</source>
        <translation>%1 geht den Kernel Zeile für Zeile durch, vor und zurück, mit jeder Variablen jeder Lane. „Lanes“ zeigt, welche von ihnen wohin im Speicher geht.</translation>
    </message>
    <message>
        <source>View ▸ Start Page has the lessons as a course. %1 finds every command and panel, %2 opens the manual at the panel you are in.</source>
        <translation>Ansicht ▸ Startseite hat die Lektionen als Kurs. %1 findet jeden Befehl und Bereich, %2 öffnet das Handbuch bei dem Bereich, in dem Sie sind.</translation>
    </message>
    <message>
        <source>%1 was changed by another program and reloaded</source>
        <translation>%1 wurde von einem anderen Programm geändert und neu gelesen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Stepping</source>
        <translation>Schritt läuft</translation>
    </message>
    <message>
        <source>The launch has ended</source>
        <translation>Der Launch ist zu Ende</translation>
    </message>
    <message>
        <source>Paused in line %1</source>
        <translation>Angehalten in Zeile %1</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Text at %1 %</source>
        <translation>Schrift bei %1 %</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::NamesModel</name>
    <message>
        <source>Add define</source>
        <translation>Define hinzufügen</translation>
    </message>
    <message>
        <source>Add parameter</source>
        <translation>Parameter hinzufügen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>define</source>
        <translation>Define</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Reaches the compiler as -D%1, and expressions where it is a number</source>
        <translation>Erreicht den Compiler als -D%1 und Ausdrücke, wo es eine Zahl ist</translation>
    </message>
    <message>
        <source>Known to expressions of this project; the compiler does not see it</source>
        <translation>Den Ausdrücken dieses Projekts bekannt; der Compiler sieht es nicht</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>“%1” is not a name: letters, digits and _ only</source>
        <translation>„%1“ ist kein Name: nur Buchstaben, Ziffern und _</translation>
    </message>
    <message>
        <source>The name “%1” is already taken</source>
        <translation>Der Name „%1“ ist schon vergeben</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Change the kind of %1</source>
        <translation>Art von %1 ändern</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>The evaluated value</source>
        <translation>Der ausgewertete Wert</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::NamesPanel</name>
    <message>
        <source>Parameters and defines</source>
        <translation>Parameter und Defines</translation>
    </message>
    <message>
        <source>Add a parameter or define</source>
        <translation>Einen Parameter oder ein Define hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Parameter: a number for expressions</source>
        <translation>&amp;Parameter: eine Zahl für Ausdrücke</translation>
    </message>
    <message>
        <source>&amp;Define: also reaches the compiler as -D</source>
        <translation>&amp;Define: erreicht auch den Compiler, als -D</translation>
    </message>
    <message>
        <source>Remove the selected name</source>
        <translation>Den ausgewählten Namen entfernen</translation>
    </message>
    <message>
        <source>None yet. A parameter is a number that sizes and grids can use, such as n; a define reaches the source as well.</source>
        <translation>Noch keine. Ein Parameter ist eine Zahl für Größen und Grids, etwa n; ein Define erreicht auch den Quelltext.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Navigator</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>%1 is not a file of the project</source>
        <translation>%1 ist keine Datei des Projekts</translation>
    </message>
    <message>
        <source>%1 is part of CUDA</source>
        <translation>%1 gehört zu CUDA</translation>
    </message>
    <message>
        <source>No definition of %1 was found</source>
        <translation>Keine Definition von %1 gefunden</translation>
    </message>
    <message>
        <source>%1 is defined in %2, which is not a file of the project</source>
        <translation>%1 ist in %2 definiert, das keine Datei des Projekts ist</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::NewProjectDialog</name>
    <message>
        <source>New Project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>&amp;Create</source>
        <translation>&amp;Anlegen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::NotesPanel</name>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit the notes as Markdown</source>
        <translation>Die Notizen als Markdown bearbeiten</translation>
    </message>
    <message>
        <source>Edit notes</source>
        <translation>Notizen bearbeiten</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Notes as Markdown</source>
        <translation>Notizen als Markdown</translation>
    </message>
    <message>
        <source>What this project shows, in Markdown.</source>
        <translation>Was dieses Projekt zeigt, in Markdown.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>*This project does not contain notes. Press Edit to say what it shows.*</source>
        <translation>*Dieses Projekt hat keine Notizen. Drücken Sie Bearbeiten, um zu sagen, was es zeigt.*</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::OccupancyPanel</name>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>%1 registers</source>
        <translation>%1 Register</translation>
    </message>
    <message>
        <source>%1 of shared memory</source>
        <translation>%1 Shared Memory</translation>
    </message>
    <message>
        <source>%1 are the fastest: %2 at %3.</source>
        <translation>%1 sind am schnellsten: %2 bei %3.</translation>
    </message>
    <message>
        <source>The fullest SM (%1, %2) takes %3 times as long.</source>
        <translation>Der vollste SM (%1, %2) braucht %3-mal so lange.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 of %2 warps per SM, %3</source>
        <translation>%1 von %2 Warps je SM, %3</translation>
    </message>
    <message>
        <source>%1 threads per block, %2 registers per thread</source>
        <translation>%1 Threads je Block, %2 Register je Thread</translation>
    </message>
    <message>
        <source>%1 times the least</source>
        <translation>%1-mal das Wenigste</translation>
    </message>
    <message>
        <source>Threads per block</source>
        <translation>Threads je Block</translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation>Register je Thread</translation>
    </message>
    <message>
        <source>Dynamic shared memory per block, KiB</source>
        <translation>Dynamisches Shared Memory je Block, KiB</translation>
    </message>
    <message>
        <source>Active warps</source>
        <translation>Aktive Warps</translation>
    </message>
    <message>
        <source>Warps</source>
        <translation>Warps</translation>
    </message>
    <message>
        <source>%1 · %2 warps</source>
        <translation>%1 · %2 Warps</translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>am besten: %1</translation>
    </message>
    <message>
        <source>least: %1</source>
        <translation>am wenigsten: %1</translation>
    </message>
    <message>
        <source>%1: %2 warps</source>
        <translation>%1: %2 Warps</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Measure block sizes</source>
        <translation>Blöcke messen</translation>
    </message>
    <message>
        <source>Runs the project with each block size in turn, and draws the times over the curve</source>
        <translation>Führt das Projekt mit einer Blockgröße nach der anderen aus und zeichnet über die Kurve, was jede kostet</translation>
    </message>
    <message>
        <source>Compile ({compile}) or run a kernel to see what limits its occupancy.</source>
        <translation>Kompilieren Sie ({compile}) oder führen Sie einen Kernel aus, um zu sehen, was seine Auslastung (Occupancy) begrenzt.</translation>
    </message>
    <message>
        <source>GPU that the occupancy is for</source>
        <translation>GPU, für die die Occupancy gilt</translation>
    </message>
    <message>
        <source>Any GPU, installed or not</source>
        <translation>Irgendeine GPU, ob vorhanden oder nicht</translation>
    </message>
    <message>
        <source>The chosen device</source>
        <translation>Das gewählte Gerät</translation>
    </message>
    <message>
        <source>%1, exactly</source>
        <translation>%1, genau</translation>
    </message>
    <message>
        <source>Dynamic shared, KiB</source>
        <translation>Dyn. Shared, KiB</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Resets the sliders to the launch&apos;s set-up</source>
        <translation>Stellt die Regler auf den Launch zurück, wie er eingerichtet ist</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Writes the values of the sliders to the project</source>
        <translation>Schreibt, was die Regler sagen, in das Projekt</translation>
    </message>
    <message>
        <source>Shared-memory carve-out</source>
        <translation>Carve-out des Shared Memory</translation>
    </message>
    <message>
        <source>How much of an SM&apos;s memory is shared memory; the rest is L1 cache. The driver takes a kernel&apos;s preference as a hint.</source>
        <translation>Wie viel vom Speicher eines SM Shared Memory ist; der Rest ist L1-Cache. Der Treiber nimmt den Wunsch eines Kernels als Hinweis.</translation>
    </message>
    <message>
        <source>Blocks per cluster</source>
        <translation>Blöcke je Cluster</translation>
    </message>
    <message>
        <source>Thread blocks that run at the same time on neighbouring multiprocessors and can access each other&apos;s shared memory (compute capability 9.0 and later)</source>
        <translation>Blöcke, die zugleich auf benachbarten Multiprozessoren laufen und das Shared Memory der anderen erreichen (ab Compute Capability 9.0)</translation>
    </message>
    <message>
        <source>Carve-out</source>
        <translation>Carve-out</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>over threads per block</source>
        <translation>über Threads je Block</translation>
    </message>
    <message>
        <source>over registers per thread</source>
        <translation>über Register je Thread</translation>
    </message>
    <message>
        <source>over dynamic shared memory</source>
        <translation>über Shared Memory</translation>
    </message>
    <message>
        <source>Occupancy curve</source>
        <translation>Occupancy-Kurve</translation>
    </message>
    <message>
        <source>Axis of the occupancy curve</source>
        <translation>Achse der Occupancy-Kurve</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größtes</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 Blöcke</translation>
    </message>
    <message>
        <source>%1 occupancy</source>
        <translation>Occupancy %1</translation>
    </message>
    <message>
        <source>What if: %1</source>
        <translation>Was wäre, wenn: %1</translation>
    </message>
    <message>
        <source>: this device does not support such a launch.</source>
        <translation>: einen solchen Launch kann es auf diesem Gerät nicht geben.</translation>
    </message>
    <message>
        <source>: a block does not fit on this device (%1).</source>
        <translation>: ein Block passt nicht auf dieses Gerät (%1).</translation>
    </message>
    <message>
        <source>, %1 of %2 warps. Limited by %3.</source>
        <translation>, %1 von %2 Warps. Begrenzt durch %3.</translation>
    </message>
    <message>
        <source> Compute capability %1.%2 is not in the tables: estimated from the newest one.</source>
        <translation> Compute Capability %1.%2 ist nicht in den Tabellen: nach der neuesten geschätzt.</translation>
    </message>
    <message>
        <source> The register counts are for compute capability %1.%2; others may differ.</source>
        <translation> Die Register sind die für Compute Capability %1.%2; eine andere kann andere brauchen.</translation>
    </message>
    <message>
        <source>&amp;Block of %1 threads</source>
        <translation>&amp;Block von %1 Threads</translation>
    </message>
    <message>
        <source>Block of %1 threads, the &amp;fastest</source>
        <translation>Block von %1 Threads, der &amp;schnellste</translation>
    </message>
    <message>
        <source>&amp;Registers: -maxrregcount=%1</source>
        <translation>&amp;Register: -maxrregcount=%1</translation>
    </message>
    <message>
        <source>&amp;Clusters of %1 blocks</source>
        <translation>&amp;Cluster von %1 Blöcken</translation>
    </message>
    <message>
        <source>No &amp;clusters</source>
        <translation>Keine &amp;Cluster</translation>
    </message>
    <message>
        <source>&amp;Source: __launch_bounds__(%1, %2)</source>
        <translation>&amp;Quelle: __launch_bounds__(%1, %2)</translation>
    </message>
    <message>
        <source>warps per SM</source>
        <translation>Warps je SM</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>blocks per SM</source>
        <translation>Blöcke je SM</translation>
    </message>
    <message>
        <source>barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>das Gerät</translation>
    </message>
    <message>
        <source>Registers limit it: %1 fewer per thread (%2) give one more block, %3.</source>
        <translation>Register begrenzen: %1 weniger je Thread (%2) ergeben einen Block mehr, %3.</translation>
    </message>
    <message>
        <source>Shared memory limits it: %1 less per block gives one more block, %2.</source>
        <translation>Shared Memory begrenzt: %1 weniger je Block ergeben einen Block mehr, %2.</translation>
    </message>
    <message>
        <source>Blocks of %1 threads would reach %2.</source>
        <translation>Blöcke von %1 Threads erreichten %2.</translation>
    </message>
    <message>
        <source>The carve-out limits it: with %1 KiB, %2 blocks fit.</source>
        <translation>Der Carve-out begrenzt: mit einem von %1 KiB passen %2 Blöcke.</translation>
    </message>
    <message>
        <source>A carve-out of %1 KiB is enough for that and leaves the rest to the L1 cache.</source>
        <translation>Ein Carve-out von %1 KiB genügt dafür und lässt den Rest dem L1-Cache.</translation>
    </message>
    <message>
        <source>Clusters need compute capability 9.0 or later.</source>
        <translation>Cluster brauchen Compute Capability 9.0 oder neuer.</translation>
    </message>
    <message>
        <source>A cluster has at most %1 blocks there.</source>
        <translation>Ein Cluster hat dort höchstens %1 Blöcke.</translation>
    </message>
    <message>
        <source>At most %1 clusters of %2 blocks run at once. Fewer run if they do not fill each group of multiprocessors, because a cluster stays within one group.</source>
        <translation>Höchstens %1 Cluster von %2 Blöcken laufen zugleich; weniger, wo sie nicht jede Gruppe von Multiprozessoren füllen, die kein Cluster verlässt.</translation>
    </message>
    <message>
        <source>More than %1 blocks per cluster need an opt-in by the kernel, and not every GPU supports them.</source>
        <translation>Mehr als %1 Blöcke je Cluster verlangen eine Zustimmung des Kernels, und nicht jede GPU hat sie.</translation>
    </message>
    <message>
        <source>The grid runs in %1 full waves of %2 blocks.</source>
        <translation>Das Grid läuft in %1 vollen Wellen von %2 Blöcken.</translation>
    </message>
    <message>
        <source>The grid runs in %1 waves of %2 blocks, the last one %3 full: %4 of the time is used.</source>
        <translation>Das Grid läuft in %1 Wellen von %2 Blöcken, die letzte zu %3 voll: %4 der Zeit werden genutzt.</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>This kernel takes at most %1 threads per block.</source>
        <translation>Dieser Kernel nimmt höchstens %1 Threads je Block.</translation>
    </message>
    <message>
        <source>%1 threads leave %2 lanes of each block&apos;s last warp idle.</source>
        <translation>%1 Threads lassen %2 Lanes im letzten Warp jedes Blocks untätig.</translation>
    </message>
    <message>
        <source>%1 = %2 does not count: %3.</source>
        <translation>%1 = %2 zählt nicht: %3.</translation>
    </message>
    <message>
        <source>The source or set-up has changed since.</source>
        <translation>Quelle oder Einrichtung haben sich seither geändert.</translation>
    </message>
    <message>
        <source>Something else is running.</source>
        <translation>Etwas anderes läuft.</translation>
    </message>
    <message>
        <source>Measuring %1 of %2 …</source>
        <translation>%1 von %2 wird gemessen …</translation>
    </message>
    <message>
        <source>◆ %1 had %2 % (%3 of %4 warps) on %5.</source>
        <translation>◆ %1 hatte %2 % (%3 von %4 Warps) auf %5.</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>kein Gerät</translation>
    </message>
    <message>
        <source>The block was not changed: Warpbench found no side that it can set to reach %1 threads. Set the sides in the launch.</source>
        <translation>Der Block wurde nicht geändert: Warpbench fand keine Seite, die es für %1 Threads setzen kann. Setzen Sie die Seiten im Launch.</translation>
    </message>
    <message>
        <source>Apply a block of %1 threads</source>
        <translation>Einen Block von %1 Threads anwenden</translation>
    </message>
    <message>
        <source>__launch_bounds__ was not written: the source does not define %1 literally. A macro may define it.</source>
        <translation>__launch_bounds__ wurde nicht geschrieben: die Quelle definiert %1 nicht wörtlich; ein Makro mag es tun.</translation>
    </message>
    <message>
        <source>Apply clusters of %1 blocks</source>
        <translation>Cluster von %1 Blöcken anwenden</translation>
    </message>
    <message>
        <source>Apply no clusters</source>
        <translation>Keine Cluster anwenden</translation>
    </message>
    <message>
        <source>Apply -maxrregcount=%1</source>
        <translation>-maxrregcount=%1 anwenden</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Occupancy</translation>
    </message>
    <message numerus="yes">
        <source>: %n block(s) per SM</source>
        <translation>
            <numerusform>: %n Block je SM</numerusform>
            <numerusform>: %n Blöcke je SM</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The grid has %1 block(s), and %2 would run at once: it fills %3 of this GPU.</source>
        <translation>
            <numerusform>Das Grid hat %1 Block, und %2 könnten zugleich laufen: Es füllt %3 dieser GPU.</numerusform>
            <numerusform>Das Grid hat %1 Blöcke, und %2 könnten zugleich laufen: Es füllt %3 dieser GPU.</numerusform>
        </translation>
    </message>
    <message>
        <source>less than 0.1 %</source>
        <translation>weniger als 0,1 %</translation>
    </message>
    <message>
        <source>Estimated time, %1</source>
        <translation>Geschätzte Zeit, %1</translation>
    </message>
    <message>
        <source>Time, %1</source>
        <translation>Zeit, %1</translation>
    </message>
    <message>
        <source>%1 have the shortest estimated time: %2 at %3.</source>
        <translation>%1 haben die kürzeste geschätzte Zeit: %2 bei %3.</translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) may be as fast on a GPU: the ranges overlap.</source>
        <translation>
            <numerusform>%n andere kann auf einer GPU ebenso schnell sein: Die Bereiche überlappen sich.</numerusform>
            <numerusform>%n andere können auf einer GPU ebenso schnell sein: Die Bereiche überlappen sich.</numerusform>
        </translation>
    </message>
    <message>
        <source>Block of %1 threads, the shortest &amp;estimate</source>
        <translation>Block aus %1 Threads, die kürzeste Schätzun&amp;g</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::OptionsPanel</name>
    <message>
        <source>Name of the project</source>
        <translation>Name des Projekts</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Rename project</source>
        <translation>Projekt umbenennen</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>Kompilieren</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>auto: that of the device</source>
        <translation>auto: die des Geräts</translation>
    </message>
    <message>
        <source>C++ standard</source>
        <translation>C++-Standard</translation>
    </message>
    <message>
        <source>Compiler options</source>
        <translation>Optionen des Compilers</translation>
    </message>
    <message>
        <source>Include folders</source>
        <translation>Include-Ordner</translation>
    </message>
    <message>
        <source>folders beside the project</source>
        <translation>Ordner neben dem Projekt</translation>
    </message>
    <message>
        <source>Separated by spaces; put those with spaces in &quot;quotes&quot;</source>
        <translation>Zwischen ihnen stehen Leerzeichen; was selbst welche hat, steht in &quot;Anführungszeichen&quot;</translation>
    </message>
    <message>
        <source>Compiler command line</source>
        <translation>Befehlszeile des Compilers</translation>
    </message>
    <message>
        <source>after the first compile</source>
        <translation>nach dem ersten Kompilieren</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Include</source>
        <translation>Include</translation>
    </message>
    <message>
        <source>As run</source>
        <translation>Ausgeführt</translation>
    </message>
    <message>
        <source>Change architecture</source>
        <translation>Architektur ändern</translation>
    </message>
    <message>
        <source>Change C++ standard</source>
        <translation>C++-Standard ändern</translation>
    </message>
    <message>
        <source>Change compiler options</source>
        <translation>Optionen des Compilers ändern</translation>
    </message>
    <message>
        <source>Change include folders</source>
        <translation>Include-Ordner ändern</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Devices that share the run</source>
        <translation>Geräte, die sich den Lauf teilen</translation>
    </message>
    <message>
        <source>How many devices share the run: each works on its own rows of the buffers that are split in Data</source>
        <translation>Wie viele Geräte sich den Lauf teilen: Jedes rechnet an seinen eigenen Zeilen der Puffer, die unter „Daten“ geteilt sind</translation>
    </message>
    <message>
        <source>Rounds of the launches</source>
        <translation>Runden der Launches</translation>
    </message>
    <message>
        <source>How often every pass repeats the launches, for example for the steps of a simulation</source>
        <translation>Wie oft jeder Durchgang die Launches durchläuft, etwa für die Schritte einer Simulation</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Change devices</source>
        <translation>Geräte ändern</translation>
    </message>
    <message>
        <source>Change rounds</source>
        <translation>Runden ändern</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeitmessung</translation>
    </message>
    <message>
        <source>Warm-up passes</source>
        <translation>Durchgänge zum Aufwärmen</translation>
    </message>
    <message>
        <source>Timed passes</source>
        <translation>Gemessene Durchgänge</translation>
    </message>
    <message>
        <source>0: nothing is timed. A simulated device does one pass.</source>
        <translation>0: nichts wird gemessen. Ein simuliertes Gerät macht einen Durchgang.</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Time limit of a run</source>
        <translation>Zeitgrenze eines Laufs</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Repeats until the median is this precise</source>
        <translation>Geht weiter, bis der Median so gut bekannt ist</translation>
    </message>
    <message>
        <source>A real GPU repeats until the error of each median is at most this, up to %1 times</source>
        <translation>Eine echte GPU wiederholt, bis der Fehler jedes Medians höchstens so groß ist, bis zu %1-mal</translation>
    </message>
    <message>
        <source>&amp;Optimise linked sources as one</source>
        <translation>Gebundene &amp;Quellen als eine optimieren</translation>
    </message>
    <message>
        <source>Link-time optimisation by NVIDIA&apos;s nvJitLink: also inlines calls from one of the project&apos;s sources into another.</source>
        <translation>Optimierung beim Binden: Auch Aufrufe aus einer Quelle des Projekts in eine andere werden eingesetzt. Durch NVIDIAs nvJitLink.</translation>
    </message>
    <message>
        <source>Change link-time optimisation</source>
        <translation>Optimierung beim Binden ändern</translation>
    </message>
    <message>
        <source>F&amp;lush the L2 between passes</source>
        <translation>&amp;L2-Cache zwischen Durchgängen leeren</translation>
    </message>
    <message>
        <source>Each pass then starts without its data in the L2 cache</source>
        <translation>Jeder Durchgang beginnt dann ohne seine Daten im L2-Cache</translation>
    </message>
    <message>
        <source>Put &amp;written buffers back</source>
        <translation>Beschriebene P&amp;uffer zurücksetzen</translation>
    </message>
    <message>
        <source>Each pass then starts with the same buffers as the first one</source>
        <translation>Jeder Durchgang beginnt dann mit den Puffern wie der erste</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Until median ±</source>
        <translation>Bis Median ±</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Change warm-up</source>
        <translation>Aufwärmen ändern</translation>
    </message>
    <message>
        <source>Change repeats</source>
        <translation>Wiederholungen ändern</translation>
    </message>
    <message>
        <source>Change the median&apos;s error</source>
        <translation>Fehler des Medians ändern</translation>
    </message>
    <message>
        <source>Change time limit</source>
        <translation>Zeitgrenze ändern</translation>
    </message>
    <message>
        <source>Change cache flushing</source>
        <translation>Leeren des Caches ändern</translation>
    </message>
    <message>
        <source>Change restoring</source>
        <translation>Zurücksetzen ändern</translation>
    </message>
    <message>
        <source>Work of one launch</source>
        <translation>Arbeit eines Launchs</translation>
    </message>
    <message>
        <source>Bytes moved by one launch</source>
        <translation>Bytes, die ein Launch bewegt</translation>
    </message>
    <message>
        <source>Floating-point operations of one launch</source>
        <translation>Gleitkommaoperationen eines Launchs</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Bytes and operations per second are calculated from these.</source>
        <translation>Daraus werden Bytes und Operationen je Sekunde errechnet.</translation>
    </message>
    <message>
        <source>Change bytes</source>
        <translation>Bytes ändern</translation>
    </message>
    <message>
        <source>Change operations</source>
        <translation>Operationen ändern</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>The CUDA context that the run uses</source>
        <translation>In wessen Kontext der Lauf arbeitet</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>sein eigener</translation>
    </message>
    <message>
        <source>the device&apos;s primary one</source>
        <translation>der primäre des Geräts</translation>
    </message>
    <message>
        <source>The primary context is the one that the CUDA runtime uses</source>
        <translation>Der primäre Kontext ist der, den die CUDA-Runtime benutzt</translation>
    </message>
    <message>
        <source>the driver&apos;s</source>
        <translation>der des Treibers</translation>
    </message>
    <message>
        <source>Change limits</source>
        <translation>Grenzen ändern</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>Stack of each thread in bytes</source>
        <translation>Stack jedes Threads in Byte</translation>
    </message>
    <message>
        <source>Bytes of each thread, for deep recursion and large local arrays</source>
        <translation>Byte jedes Threads, für tiefe Rekursion und große lokale Felder</translation>
    </message>
    <message>
        <source>Heap</source>
        <translation>Heap</translation>
    </message>
    <message>
        <source>Heap of kernels in bytes</source>
        <translation>Heap der Kernel in Byte</translation>
    </message>
    <message>
        <source>Bytes for malloc and new in kernels</source>
        <translation>Byte für malloc und new in Kerneln</translation>
    </message>
    <message>
        <source>Printf</source>
        <translation>Printf</translation>
    </message>
    <message>
        <source>Room for what kernels print in bytes</source>
        <translation>Platz für Ausgaben der Kernel in Byte</translation>
    </message>
    <message>
        <source>Bytes for what kernels print until a launch has ended</source>
        <translation>Byte für das, was Kernel ausgeben, bis ein Launch zu Ende ist</translation>
    </message>
    <message>
        <source>Change context</source>
        <translation>Kontext ändern</translation>
    </message>
    <message>
        <source>Also as one CUDA &amp;graph</source>
        <translation>Auch als einen CUDA-&amp;Graphen</translation>
    </message>
    <message>
        <source>Time of a whole pass when its kernels are launched for the first time, one by one, and as one graph</source>
        <translation>Was ein ganzer Durchgang kostet, wenn seine Kernel zum ersten Mal, einzeln und als ein Graph gestartet werden</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Copies of read-only buffers</source>
        <translation>Kopien dessen, was nur gelesen wird</translation>
    </message>
    <message>
        <source>Passes use this many copies of read-only buffers in turn, so that the L2 cache does not hold them</source>
        <translation>Durchgänge nehmen reihum so viele Kopien der Puffer, die Launches nur lesen, damit der L2-Cache sie nicht hält</translation>
    </message>
    <message>
        <source>Copies in turn</source>
        <translation>Kopien reihum</translation>
    </message>
    <message>
        <source>Change timing as a graph</source>
        <translation>Messung als Graph ändern</translation>
    </message>
    <message>
        <source>Change copies in turn</source>
        <translation>Kopien reihum ändern</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::OutputPanel</name>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Show lines with</source>
        <translation>Zeilen zeigen mit</translation>
    </message>
    <message>
        <source>Show lines with…</source>
        <translation>Zeilen zeigen mit…</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>What kernels print</source>
        <translation>Was Kernel ausgeben</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Copy all visible lines</source>
        <translation>Alles Gezeigte kopieren</translation>
    </message>
    <message>
        <source>Save all visible lines</source>
        <translation>Alles Gezeigte speichern</translation>
    </message>
    <message>
        <source>Clear the output</source>
        <translation>Die Ausgabe leeren</translation>
    </message>
    <message>
        <source>Nothing printed yet. What a kernel prints with printf appears here.</source>
        <translation>Noch nichts ausgegeben. Was ein Kernel mit printf ausgibt, erscheint hier.</translation>
    </message>
    <message>
        <source>No output matches the filter.</source>
        <translation>Nichts von der Ausgabe geht durch den Filter.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Save Output</source>
        <translation>Ausgabe speichern</translation>
    </message>
    <message>
        <source>Text (*.log *.txt);;All files (*)</source>
        <translation>Text (*.log *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Compiles</source>
        <translation>Kompilierläufe</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::PanelDocks</name>
    <message>
        <source>%1 •</source>
        <translation>%1 •</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ParallelAxes</name>
    <message>
        <source>Trials over all axes</source>
        <translation>Versuche über alle Achsen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Plot</name>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Save Chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Image (*.png);;Drawing (*.svg);;Numbers (*.csv)</source>
        <translation>Bild (*.png);;Zeichnung (*.svg);;Zahlen (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Save Chart…</source>
        <translation>Diagramm &amp;speichern…</translation>
    </message>
    <message>
        <source>&amp;Copy as Image</source>
        <translation>Als Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;Numbers</source>
        <translation>&amp;Zahlen kopieren</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::PointerEditor</name>
    <message>
        <source>Copied to the device before the launch</source>
        <translation>Vor dem Launch auf das Gerät kopiert</translation>
    </message>
    <message>
        <source>Undefined before, copied back after the launch</source>
        <translation>Vorher undefiniert, nach dem Launch zurückkopiert</translation>
    </message>
    <message>
        <source>Copied to the device before and back after the launch</source>
        <translation>Vor dem Launch auf das Gerät und danach zurückkopiert</translation>
    </message>
    <message>
        <source>Stays on the device between launches and runs</source>
        <translation>Bleibt zwischen Launches und Läufen auf dem Gerät</translation>
    </message>
    <message>
        <source>Point into the buffer of %1, not to its start</source>
        <translation>In den Puffer von %1 zeigen, nicht auf seinen Anfang</translation>
    </message>
    <message>
        <source>Offset of %1 in elements</source>
        <translation>Versatz von %1 in Elementen</translation>
    </message>
    <message>
        <source>Buffer for %1</source>
        <translation>Puffer für %1</translation>
    </message>
    <message>
        <source>Access of %1</source>
        <translation>Zugriff von %1</translation>
    </message>
    <message>
        <source>from element</source>
        <translation>ab Element</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Presentation</name>
    <message>
        <source>Presentation</source>
        <translation>Vorführung</translation>
    </message>
    <message>
        <source>Editor ({focusEditor}) · Panels (Alt+1 to Alt+9) · All commands ({commands})</source>
        <translation>Editor ({focusEditor}) · Bereiche (Alt+1 bis Alt+9) · Alle Befehle ({commands})</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>End the presentation ({presentation})</source>
        <translation>Die Vorführung beenden ({presentation})</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProblemsPanel</name>
    <message>
        <source>No problems. What the compiler, ptxas and the kernel&apos;s checks find appears here.</source>
        <translation>Keine Probleme. Was der Compiler, ptxas und die Prüfungen des Kernels finden, erscheint hier.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProgramDialog</name>
    <message>
        <source>Run Program</source>
        <translation>Programm ausführen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>&amp;Arguments</source>
        <translation>&amp;Argumente</translation>
    </message>
    <message>
        <source>What the program reads from standard input</source>
        <translation>Was das Programm von der Standardeingabe liest</translation>
    </message>
    <message>
        <source>&amp;Input</source>
        <translation>&amp;Eingabe</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>A&amp;usführen</translation>
    </message>
    <message>
        <source>Builds the source with nvcc and runs its main on %1. What it prints appears in Output.</source>
        <translation>Übersetzt die Quelle mit nvcc und führt ihr main auf „%1“ aus. Was es ausgibt, steht unter Ausgabe.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProgramPresenter</name>
    <message>
        <source>Running the program</source>
        <translation>Das Programm läuft</translation>
    </message>
    <message>
        <source>Running the program %1</source>
        <translation>Das Programm läuft: %1</translation>
    </message>
    <message>
        <source>a simulated H200</source>
        <translation>einer simulierten H200</translation>
    </message>
    <message>
        <source>Running the program for its set-up</source>
        <translation>Das Programm läuft für seine Einrichtung</translation>
    </message>
    <message>
        <source>The set-up now follows the program&apos;s run: %1, %2. Undo Set-up restores the previous one.</source>
        <translation>Die Einrichtung ist, was das Programm tat: %1, %2. „Einrichtung rückgängig“ bringt die vorige zurück.</translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es)</source>
        <translation>
            <numerusform>%n Launch</numerusform>
            <numerusform>%n Launches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s)</source>
        <translation>
            <numerusform>%n Puffer</numerusform>
            <numerusform>%n Puffer</numerusform>
        </translation>
    </message>
    <message>
        <source>New Folder for the Launch</source>
        <translation>Neuer Ordner für den Launch</translation>
    </message>
    <message>
        <source>%1 is not empty, and the project would mix with its files. Choose a new folder.</source>
        <translation>%1 ist nicht leer, und ein Projekt würde sich damit vermischen: Wählen Sie einen neuen Ordner.</translation>
    </message>
    <message>
        <source>Running the program for its launch %1</source>
        <translation>Das Programm läuft für seinen Launch %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProgramRunner</name>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 konnte nicht gestartet werden: %2</translation>
    </message>
    <message>
        <source>The program was stopped after %1</source>
        <translation>Das Programm wurde nach %1 gestoppt</translation>
    </message>
    <message>
        <source>The program ended unexpectedly after %1</source>
        <translation>Das Programm endete unerwartet nach %1</translation>
    </message>
    <message>
        <source>The program could not be built</source>
        <translation>Das Programm konnte nicht übersetzt werden</translation>
    </message>
    <message>
        <source>The program ended with exit code %1 after %2</source>
        <translation>Das Programm endete nach %2 mit dem Code %1</translation>
    </message>
    <message numerus="yes">
        <source>The program ended after %1, with %n fault(s)</source>
        <translation>
            <numerusform>Das Programm endete nach %1 mit %n Fehler</numerusform>
            <numerusform>Das Programm endete nach %1 mit %n Fehlern</numerusform>
        </translation>
    </message>
    <message>
        <source>The source cannot be copied for nvcc: is the disk full?</source>
        <translation>Die Quelle lässt sich nicht für nvcc kopieren: Ist die Platte voll?</translation>
    </message>
    <message>
        <source>The program ran for its set-up, in %1</source>
        <translation>Das Programm lief für seine Einrichtung, in %1</translation>
    </message>
    <message>
        <source>No set-up could be made from a run of the program</source>
        <translation>Aus einem Lauf des Programms ließ sich keine Einrichtung machen</translation>
    </message>
    <message>
        <source>Launch %1 could not be made into a project (exit code %2)</source>
        <translation>Aus dem Launch %1 ließ sich kein Projekt machen (Exit-Code %2)</translation>
    </message>
    <message>
        <source>The program ran for its launch %1, in %2</source>
        <translation>Das Programm lief für seinen Launch %1, in %2</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProjectDocument</name>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>the project</source>
        <translation>das Projekt</translation>
    </message>
    <message>
        <source>Take the Set-up of a Run</source>
        <translation>Einrichtung eines Laufs nehmen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProjectTexts</name>
    <message>
        <source>it is generated from the step &quot;%1&quot;</source>
        <translation>er wird aus dem Schritt „%1“ gemacht</translation>
    </message>
    <message>
        <source>it is outside the project&apos;s folder</source>
        <translation>er liegt außerhalb des Projektordners</translation>
    </message>
    <message>
        <source>its file is read-only</source>
        <translation>seine Datei ist schreibgeschützt</translation>
    </message>
    <message>
        <source>an option includes it</source>
        <translation>eine Option bindet ihn ein</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::QuestionCard</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Go to the field that answers this</source>
        <translation>Zu dem Feld, das die Antwort enthält</translation>
    </message>
    <message>
        <source>It Is Right</source>
        <translation>Stimmt so</translation>
    </message>
    <message>
        <source>Do not ask this again: it is right as it is</source>
        <translation>Nicht mehr danach fragen: Es ist, wie es sein soll</translation>
    </message>
    <message>
        <source>The one before</source>
        <translation>Die vorige</translation>
    </message>
    <message>
        <source>The next one</source>
        <translation>Die nächste</translation>
    </message>
    <message>
        <source>Please check</source>
        <translation>Bitte prüfen</translation>
    </message>
    <message>
        <source>Please check (%1 of %2)</source>
        <translation>Bitte prüfen (%1 von %2)</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::RecordControls</name>
    <message>
        <source>Layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Show and change the layout, which is written as in C</source>
        <translation>Das Layout zeigen und ändern; es ist wie in C geschrieben</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Describe the memory of this buffer as you would declare a struct in C</source>
        <translation>Den Speicher dieses Puffers so beschreiben, wie man einen Struct in C deklariert</translation>
    </message>
    <message>
        <source>Name of the layout</source>
        <translation>Name des Layouts</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove this layout from the project</source>
        <translation>Dieses Layout aus dem Projekt entfernen</translation>
    </message>
    <message>
        <source>Layout in C</source>
        <translation>Layout in C</translation>
    </message>
    <message>
        <source>float3 position;
hex uint32 flags;
float weights[4];</source>
        <translation>float3 position;
hex uint32 flags;
float weights[4];</translation>
    </message>
    <message>
        <source>%1 (the buffer&apos;s type)</source>
        <translation>%1 (Typ des Puffers)</translation>
    </message>
    <message>
        <source>struct %1</source>
        <translation>struct %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ReportPage</name>
    <message>
        <source>%1, compute capability %2</source>
        <translation>%1, Compute Capability %2</translation>
    </message>
    <message>
        <source>Warpbench %1</source>
        <translation>Warpbench %1</translation>
    </message>
    <message>
        <source>This ran on a simulated GPU: a program that executes the kernel&apos;s code on the processor of a computer. Results and counts are those of a GPU. Times are left out, because they would say nothing about a GPU.</source>
        <translation>Dies lief auf einer simulierten GPU: einem Programm, das den Code des Kernels auf dem Prozessor eines Computers ausführt. Ergebnisse und Zählungen sind die einer GPU; Zeiten fehlen, denn sie würden über die einer GPU nichts sagen.</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Worth a look</source>
        <translation>Einen Blick wert</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Launch</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Time (median)</source>
        <translation>Zeit (Median)</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Occupancy</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>B/s</source>
        <translation>B/s</translation>
    </message>
    <message>
        <source>FLOP/s</source>
        <translation>FLOP/s</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>Launches</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>✓ as expected</source>
        <translation>✓ wie erwartet</translation>
    </message>
    <message>
        <source>✗ %1 wrong</source>
        <translation>✗ %1 falsch</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Greatest error</source>
        <translation>Größter Fehler</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Inf</source>
        <translation>Inf</translation>
    </message>
    <message>
        <source>Buffers after the run</source>
        <translation>Puffer nach dem Lauf</translation>
    </message>
    <message>
        <source>As the fault left them: nothing was checked.</source>
        <translation>Wie der Fehler sie hinterließ: nichts wurde geprüft.</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the code of the language that this is in</comment>
        <translation>de</translation>
    </message>
    <message>
        <source>Counted by the simulated GPU</source>
        <translation>Von der simulierten GPU gezählt</translation>
    </message>
    <message>
        <source>Counted by the GPU</source>
        <translation>Von der GPU gezählt</translation>
    </message>
    <message>
        <source>What the kernel printed</source>
        <translation>Was der Kernel ausgab</translation>
    </message>
    <message>
        <source>Notes of the project</source>
        <translation>Notizen des Projekts</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ResourceModel</name>
    <message>
        <source>Registers spill to local memory: fewer live values, a larger register limit or a smaller block may help</source>
        <translation>Register werden in den lokalen Speicher ausgelagert (Spill): weniger lebende Werte, eine größere Grenze der Register oder ein kleinerer Block können helfen</translation>
    </message>
    <message>
        <source>At the device&apos;s limit</source>
        <translation>An der Grenze des Geräts</translation>
    </message>
    <message>
        <source>%1 against the previous compile</source>
        <translation>%1 gegenüber dem Kompilieren davor</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegenüber %2</translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation>Register je Thread</translation>
    </message>
    <message>
        <source>Static shared memory</source>
        <translation>Statisches Shared Memory</translation>
    </message>
    <message>
        <source>Local memory (stack)</source>
        <translation>Lokaler Speicher (Stapel)</translation>
    </message>
    <message>
        <source>Spill stores</source>
        <translation>Spill-Schreiben</translation>
    </message>
    <message>
        <source>Spill loads</source>
        <translation>Spill-Lesen</translation>
    </message>
    <message>
        <source>Constant memory</source>
        <translation>Konstanter Speicher</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>Largest block (threads)</source>
        <translation>Größter Block (Threads)</translation>
    </message>
    <message>
        <source>32-bit registers that ptxas gave each thread, of the most it can have</source>
        <translation>32-Bit-Register, die ptxas jedem Thread gab, von den meisten, die er haben kann</translation>
    </message>
    <message>
        <source>Declared __shared__ variables, of the limit of a block without opting in</source>
        <translation>Als __shared__ deklarierte Variablen, von dem, was ein Block ohne Weiteres haben darf</translation>
    </message>
    <message>
        <source>Stack frame of each thread</source>
        <translation>Stapelrahmen jedes Threads</translation>
    </message>
    <message>
        <source>Bytes written because registers ran out</source>
        <translation>Bytes, die geschrieben werden, weil die Register nicht reichten</translation>
    </message>
    <message>
        <source>Bytes read back because registers ran out</source>
        <translation>Bytes, die zurückgelesen werden, weil die Register nicht reichten</translation>
    </message>
    <message>
        <source>Parameters and constants; ptxas does not report them from sm_90 on</source>
        <translation>Parameter und Konstanten; ab sm_90 sagt ptxas es nicht</translation>
    </message>
    <message>
        <source>Hardware barriers of a block</source>
        <translation>Hardware-Barrieren eines Blocks</translation>
    </message>
    <message>
        <source>From __launch_bounds__ and the register count</source>
        <translation>Aus __launch_bounds__ und der Zahl der Register</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ResourcesPanel</name>
    <message>
        <source>Resources used by each kernel</source>
        <translation>Ressourcen, die jeder Kernel braucht</translation>
    </message>
    <message>
        <source>The source has changed since: compile to bring it up to date</source>
        <translation>Die Quelle hat sich seither geändert: Kompilieren Sie, um es auf den Stand zu bringen</translation>
    </message>
    <message>
        <source>◆ difference from “%1”, compiled for %2</source>
        <translation>◆ Unterschied zu „%1“, kompiliert für %2</translation>
    </message>
    <message>
        <source>ptxas for %1, %2</source>
        <translation>ptxas für %1, %2</translation>
    </message>
    <message>
        <source>Compile ({compile}) or run ({run}) the source to see the resources that ptxas gives each kernel.</source>
        <translation>Was ptxas jedem Kernel gab, steht hier, sobald die Quelle kompiliert ist: Kompilieren ({compile}) oder Ausführen ({run}).</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ResultsPanel</name>
    <message>
        <source>The source, the launch or the device has changed since this run: run again to bring it up to date</source>
        <translation>Quelle, Launch oder Gerät haben sich seit diesem Lauf geändert: Führen Sie noch einmal aus, um ihn auf den Stand zu bringen</translation>
    </message>
    <message>
        <source>Results are those of a GPU; times are the simulator&apos;s on this CPU and say nothing about a GPU&apos;s speed</source>
        <translation>Ergebnisse sind die einer GPU; Zeiten sind die des Simulators auf dieser CPU und sagen nichts über die Geschwindigkeit einer GPU</translation>
    </message>
    <message>
        <source>Running. Results, checks and times are shown when the run ends.</source>
        <translation>Läuft. Ergebnisse, Prüfungen und Zeiten werden gezeigt, wenn der Lauf endet.</translation>
    </message>
    <message>
        <source>Press Run ({run}) to launch the kernel and see its results, checks and times.</source>
        <translation>Drücken Sie Ausführen ({run}), um den Kernel zu starten und seine Ergebnisse, Prüfungen und Zeiten zu sehen.</translation>
    </message>
    <message>
        <source>Enter or a click goes to line %1</source>
        <translation>Die Eingabetaste oder ein Klick geht zu Zeile %1</translation>
    </message>
    <message>
        <source>Enter or a click shows %1</source>
        <translation>Die Eingabetaste oder ein Klick zeigt %1</translation>
    </message>
    <message>
        <source>%1 is as expected</source>
        <translation>%1 ist wie erwartet</translation>
    </message>
    <message>
        <source>%1 differs in %2 elements</source>
        <translation>%1 weicht in %2 Elementen ab</translation>
    </message>
    <message>
        <source>; first at [%1]: got %2, want %3</source>
        <translation>; zuerst bei [%1]: %2 statt %3</translation>
    </message>
    <message>
        <source>max error %1</source>
        <translation>größter Fehler %1</translation>
    </message>
    <message>
        <source>Enter or a click shows the output</source>
        <translation>Die Eingabetaste oder ein Klick zeigt die Ausgabe</translation>
    </message>
    <message>
        <source>B/s</source>
        <translation>B/s</translation>
    </message>
    <message>
        <source>%1 &lt;&lt;&lt;%2, %3&gt;&gt;&gt;</source>
        <translation>%1 &lt;&lt;&lt;%2, %3&gt;&gt;&gt;</translation>
    </message>
    <message>
        <source>Simulated in %1 on this computer, which says nothing about a GPU&apos;s time. Enter or a click shows more</source>
        <translation>In %1 auf diesem Rechner simuliert, was nichts über die Zeit einer GPU sagt. Die Eingabetaste oder ein Klick zeigt mehr</translation>
    </message>
    <message>
        <source>Enter or a click shows its times</source>
        <translation>Die Eingabetaste oder ein Klick zeigt seine Zeiten</translation>
    </message>
    <message>
        <source>%1, compute capability %2</source>
        <translation>%1, Compute Capability %2</translation>
    </message>
    <message>
        <source>No device</source>
        <translation>Kein Gerät</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Enter or a click goes to line %1, and shows how many lanes work in each</source>
        <translation>Die Eingabetaste oder ein Klick geht zu Zeile %1 und zeigt, wie viele Lanes in jeder arbeiten</translation>
    </message>
    <message>
        <source>Enter or a click goes to line %1, and shows what its lanes access</source>
        <translation>Die Eingabetaste oder ein Klick geht zu Zeile %1 und zeigt, wohin ihre Lanes gehen</translation>
    </message>
    <message>
        <source>%1 instr.</source>
        <translation>%1 Instr.</translation>
    </message>
    <message>
        <source>In line %1, kernel %2</source>
        <translation>In Zeile %1, Kernel %2</translation>
    </message>
    <message>
        <source>Enter or a click shows what the GPU counted</source>
        <translation>Die Eingabetaste oder ein Klick zeigt, was die GPU gezählt hat</translation>
    </message>
    <message>
        <source>Nothing was checked. Set the expected values of a buffer in Data, under “Expected after the run”, and every run compares them.</source>
        <translation>Nichts wurde geprüft. Was ein Puffer enthalten soll, steht unter Daten bei „Nach dem Lauf erwartet“; dann vergleicht es jeder Lauf.</translation>
    </message>
    <message>
        <source>Enter or a click shows the set-up&apos;s buffers</source>
        <translation>Die Eingabetaste oder ein Klick zeigt die Puffer der Einrichtung</translation>
    </message>
    <message numerus="yes">
        <source>The kernel printed %1 line(s)</source>
        <translation>
            <numerusform>Der Kernel gab %1 Zeile aus</numerusform>
            <numerusform>Der Kernel gab %1 Zeilen aus</numerusform>
        </translation>
    </message>
    <message>
        <source>No time can be estimated: %1</source>
        <translation>Keine Zeit lässt sich schätzen: %1</translation>
    </message>
    <message>
        <source>Limited by %1. %2</source>
        <translation>Begrenzt durch %1. %2</translation>
    </message>
    <message>
        <source>Enter or a click shows the estimated times</source>
        <translation>Eingabe oder ein Klick zeigt die geschätzten Zeiten</translation>
    </message>
    <message>
        <source>Estimated for %1, from %2</source>
        <translation>Geschätzt für %1, von %2</translation>
    </message>
    <message>
        <source>Enter or a click shows what limits the launch</source>
        <translation>Enter oder ein Klick zeigt, was den Launch begrenzt</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::RooflineChart</name>
    <message>
        <source>Roofline chart of the launches</source>
        <translation>Roofline-Diagramm der Launches</translation>
    </message>
    <message>
        <source>This GPU lacks the counters that a roofline needs.</source>
        <translation>Diese GPU zählt nicht, woraus eine Roofline besteht.</translation>
    </message>
    <message>
        <source>The peak rates of this GPU are unknown. Results says why.</source>
        <translation>Was diese GPU höchstens hergibt, ist nicht bekannt: Ergebnisse sagt, warum.</translation>
    </message>
    <message>
        <source>Nothing was timed. Set repeats in the options to place the launches under the roofs. %1</source>
        <translation>Es wurde nichts gemessen: Mit Wiederholungen, in den Optionen, haben Launches einen Platz unter den Dächern. %1</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/Byte</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>Memory, %1</source>
        <translation>Speicher, %1</translation>
    </message>
    <message>
        <source>%1 in “%2”: %3</source>
        <translation>%1 in „%2“: %3</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::RunHistory</name>
    <message>
        <source>no device</source>
        <translation>kein Gerät</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Neu</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::RunPresenter</name>
    <message>
        <source>Run ({run}) to count what each line costs.</source>
        <translation>Führen Sie aus ({run}), um zu zählen, was jede Zeile kostet.</translation>
    </message>
    <message>
        <source>%1 of %2 tasks are done</source>
        <translation>%1 von %2 Aufgaben sind erledigt</translation>
    </message>
    <message>
        <source>Not all tasks were checked</source>
        <translation>Die Aufgaben wurden nicht zu Ende geprüft</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>Wird kompiliert</translation>
    </message>
    <message>
        <source>Running; your changes run next</source>
        <translation>Läuft; was sich geändert hat, läuft als Nächstes</translation>
    </message>
    <message>
        <source>Compiled for %1 in %2</source>
        <translation>Für %1 kompiliert in %2</translation>
    </message>
    <message>
        <source>The kernel did not compile</source>
        <translation>Der Kernel ließ sich nicht kompilieren</translation>
    </message>
    <message>
        <source>This compiler does not know the option %1, so it was left out</source>
        <translation>Dieser Compiler kennt die Option %1 nicht: weggelassen</translation>
    </message>
    <message>
        <source>%1 %2: %3 rows from %4 on, at work for %5, waited %6 for the others</source>
        <translation>%1 %2: %3 Zeilen ab %4, arbeitete %5, wartete %6 auf die anderen</translation>
    </message>
    <message>
        <source>Passed: the result is as expected.</source>
        <translation>Bestanden: das Ergebnis ist wie erwartet.</translation>
    </message>
    <message>
        <source>Passed: both results are as expected.</source>
        <translation>Bestanden: beide Ergebnisse sind wie erwartet.</translation>
    </message>
    <message>
        <source>Passed: all %1 results are as expected.</source>
        <translation>Bestanden: alle %1 Ergebnisse sind wie erwartet.</translation>
    </message>
    <message>
        <source>%1 in %2 elements</source>
        <translation>%1 in %2 Elementen</translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> und %n weiterer</numerusform>
            <numerusform> und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Not as expected: %1.</source>
        <translation>Nicht wie erwartet: %1.</translation>
    </message>
    <message>
        <source>Debug here</source>
        <translation>Hier debuggen</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>kein Gerät</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Could not run</source>
        <translation>Konnte nicht laufen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Compiled for %1, from the cache</source>
        <translation>Für %1 aus dem Cache</translation>
    </message>
    <message numerus="yes">
        <source>The kernel did not compile: %n error(s).</source>
        <translation>
            <numerusform>Der Kernel ließ sich nicht kompilieren: %n Fehler.</numerusform>
            <numerusform>Der Kernel ließ sich nicht kompilieren: %n Fehler.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the simulated GPU counts per line: choose it as the device, and run ({run}).</source>
        <translation>Nur die simulierte GPU zählt je Zeile: Wählen Sie sie als Gerät, und führen Sie aus ({run}).</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::RunsPanel</name>
    <message>
        <source>Pinned runs</source>
        <translation>Angeheftete Läufe</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Umbenennen (F2)</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Colour of the pinned run</source>
        <translation>Farbe des angehefteten Laufs</translation>
    </message>
    <message>
        <source>Show its source beside the current one in the Compare panel</source>
        <translation>Seine Quelle neben der jetzigen, im Bereich „Vergleich“</translation>
    </message>
    <message>
        <source>Keeps the selected run, even after a restart, and compares later runs with it</source>
        <translation>Behält den gewählten Lauf, auch über einen Neustart, und vergleicht spätere mit ihm</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Pin a run to compare later ones with it: times, counters, registers and occupancy show the difference.</source>
        <translation>Heften Sie einen Lauf an, um spätere mit ihm zu vergleichen: Zeiten, Zähler, Register und Occupancy zeigen ihren Unterschied.</translation>
    </message>
    <message>
        <source>◆ Later runs show their difference from “%1”.</source>
        <translation>◆ Spätere Läufe zeigen ihren Unterschied zu „%1“.</translation>
    </message>
    <message>
        <source>Pinned runs. Later runs are not compared with any of them.</source>
        <translation>Angeheftete Läufe. Spätere Läufe werden mit keinem davon verglichen.</translation>
    </message>
    <message>
        <source>Do not compare</source>
        <translation>Kein Vergleich</translation>
    </message>
    <message>
        <source>Compare with it</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Go Back to It</source>
        <translation>Zu ihm zurück</translation>
    </message>
    <message>
        <source>Restores the source and set-up of the selected run; both can be undone</source>
        <translation>Bringt Quelle und Einrichtung des gewählten Laufs zurück; beides lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Go Back to Run %1</source>
        <translation>Zurück zu Lauf %1</translation>
    </message>
    <message>
        <source>Runs of this project</source>
        <translation>Läufe dieses Projekts</translation>
    </message>
    <message>
        <source>Press Run ({run}): each run of the project is listed here, also after a restart.</source>
        <translation>Drücken Sie Ausführen ({run}): hier stehen alle Läufe des Projekts, auch nach einem Neustart.</translation>
    </message>
    <message>
        <source>Forget All These Runs</source>
        <translation>Alle diese Läufe vergessen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ScalarEditor</name>
    <message>
        <source>Value of %1</source>
        <translation>Wert von %1</translation>
    </message>
    <message>
        <source>Type of %1</source>
        <translation>Typ von %1</translation>
    </message>
    <message>
        <source>%1 takes %2 numbers, separated by commas</source>
        <translation>%1 nimmt %2 Zahlen, mit Kommas dazwischen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Screenshot</name>
    <message>
        <source>unknown panel “%1”; use one of: %2</source>
        <translation>unbekannter Bereich „%1“; verwenden Sie einen von: %2</translation>
    </message>
    <message>
        <source>unknown buffer “%1”; use one of: %2</source>
        <translation>unbekannter Puffer „%1“; verwenden Sie einen von: %2</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>cannot write the picture %1; its name must end in .png, and its folder must be writable</source>
        <translation>das Bild %1 kann nicht geschrieben werden; sein Name muss auf .png enden, in einem Ordner, in den geschrieben werden darf</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::SettingsDialog</name>
    <message>
        <source>No matching setting.</source>
        <translation>Keine passende Einstellung.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search in the settings</source>
        <translation>In den Einstellungen suchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zum Standard</translation>
    </message>
    <message>
        <source>Default of %1</source>
        <translation>Standard von %1</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source> shortcuts keyboard</source>
        <translation> Kürzel Tastatur</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Follows changes of the system at once.</source>
        <translation>Ändert das System sich, so folgt das Fenster gleich.</translation>
    </message>
    <message>
        <source>Follows changes of the system at the next start.</source>
        <translation>Ändert das System sich, so folgt das Fenster beim nächsten Start.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>colours dark light</source>
        <translation>Farben dunkel hell Thema</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>Größe der Schrift</translation>
    </message>
    <message>
        <source>For all text in the window</source>
        <translation>Für allen Text im Fenster</translation>
    </message>
    <message>
        <source>font letters editor zoom scale beamer</source>
        <translation>Schrift Buchstaben Editor Zoom Vergrößerung Beamer</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>Schrift des Codes</translation>
    </message>
    <message>
        <source>Monospaced fonts</source>
        <translation>Schriften mit gleich breiten Zeichen</translation>
    </message>
    <message>
        <source>editor typeface monospace</source>
        <translation>Editor Schriftart Monospace Font</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Size of code</source>
        <translation>Größe des Codes</translation>
    </message>
    <message>
        <source>At the normal size of text</source>
        <translation>Solange aller Text seine übliche Größe hat</translation>
    </message>
    <message>
        <source>font letters editor</source>
        <translation>Schriftart Buchstaben Editor</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Editor</translation>
    </message>
    <message>
        <source> columns</source>
        <translation> Spalten</translation>
    </message>
    <message>
        <source>Tab width</source>
        <translation>Tabulatorweite</translation>
    </message>
    <message>
        <source>Also the indentation of blocks, unless a file uses its own</source>
        <translation>Auch, wie weit ein Block eingerückt wird, wo eine Datei es nicht auf ihre eigene Art tut</translation>
    </message>
    <message>
        <source>indent blanks</source>
        <translation>einrücken Leerzeichen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Maximum age of a copy</source>
        <translation>Höchstes Alter einer Kopie</translation>
    </message>
    <message>
        <source>The most work that a crash can lose; newer typing is not copied yet</source>
        <translation>Was ein Absturz höchstens kosten kann: später Getipptes ist noch in keiner Kopie</translation>
    </message>
    <message>
        <source>unsaved work autosave recovery crash backup</source>
        <translation>ungespeicherte Arbeit Autosave Wiederherstellung Absturz Sicherung</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>As many as needed</source>
        <translation>So viele wie nötig</translation>
    </message>
    <message>
        <source>At most %1</source>
        <translation>Höchstens %1</translation>
    </message>
    <message>
        <source>Digits of fractions</source>
        <translation>Stellen von Brüchen</translation>
    </message>
    <message>
        <source>In buffer tables. Copied, saved and compared values are exact.</source>
        <translation>In den Tabellen der Puffer. Was kopiert, gespeichert oder verglichen wird, ist genau.</translation>
    </message>
    <message>
        <source>precision float decimal format</source>
        <translation>Genauigkeit Gleitkomma dezimal Format</translation>
    </message>
    <message>
        <source>Decimal</source>
        <translation>Dezimal</translation>
    </message>
    <message>
        <source>Hexadecimal</source>
        <translation>Hexadezimal</translation>
    </message>
    <message>
        <source>Integers</source>
        <translation>Ganze Zahlen</translation>
    </message>
    <message>
        <source>In buffer tables. The 0x button there also shows fractions in hexadecimal.</source>
        <translation>In den Tabellen der Puffer. Der Knopf 0x dort zeigt auch Brüche so.</translation>
    </message>
    <message>
        <source>hex base format</source>
        <translation>hex Basis Format</translation>
    </message>
    <message>
        <source>Device and compiler</source>
        <translation>Gerät und Compiler</translation>
    </message>
    <message>
        <source>The first that works</source>
        <translation>Das erste, das geht</translation>
    </message>
    <message>
        <source>%1 (not available)</source>
        <translation>%1 (nicht verfügbar)</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>A device takes effect at once, “The first that works” at the next start.</source>
        <translation>Ein Gerät wird gleich genommen, „Das erste, das geht“ ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>gpu simulated cuda</source>
        <translation>GPU simuliert CUDA</translation>
    </message>
    <message>
        <source>found automatically</source>
        <translation>von selbst gefunden</translation>
    </message>
    <message>
        <source>CUDA toolkit</source>
        <translation>CUDA-Toolkit</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>CUDA Toolkit</source>
        <translation>CUDA-Toolkit</translation>
    </message>
    <message>
        <source>The folder with include and lib64; takes effect at the next start</source>
        <translation>Der Ordner, der include und lib64 hat, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>nvrtc nvcc path install</source>
        <translation>nvrtc nvcc Pfad installieren</translation>
    </message>
    <message>
        <source>&amp;Empty It</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Empty the compile cache</source>
        <translation>Den Compile-Cache leeren</translation>
    </message>
    <message>
        <source>Compile cache</source>
        <translation>Compile-Cache</translation>
    </message>
    <message>
        <source>Compiled kernels in %1</source>
        <translation>Kompilierte Kernel in %1</translation>
    </message>
    <message>
        <source>disk space clear delete</source>
        <translation>Platte Platz leeren löschen</translation>
    </message>
    <message>
        <source>As the system (%1)</source>
        <translation>Wie das System (%1)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Takes effect at the next start</source>
        <translation>Gilt ab dem nächsten Start</translation>
    </message>
    <message>
        <source>translation English German</source>
        <translation>Übersetzung Englisch Deutsch</translation>
    </message>
    <message>
        <source>Used if installed</source>
        <translation>Benutzt, wenn installiert</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht benutzt</translation>
    </message>
    <message>
        <source>clangd</source>
        <translation>clangd</translation>
    </message>
    <message>
        <source>For names from macros and templates; its own diagnostics are not shown</source>
        <translation>Für Namen, die Makros und Templates machen; seine eigene Liste von Fehlern wird nicht gezeigt</translation>
    </message>
    <message>
        <source>completion language server tips</source>
        <translation>Vervollständigung Sprachserver Tipps</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::SetupPanel</name>
    <message>
        <source>Set-up pages</source>
        <translation>Seiten der Einrichtung</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Launch</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Set-up, %1</source>
        <translation>Einrichtung, %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Slice</name>
    <message>
        <source>The buffer has %1 dimension(s), but the slice has %2</source>
        <translation>Der Puffer hat %1 Dimension(en), der Ausschnitt nennt %2</translation>
    </message>
    <message>
        <source>“%1” is not an index; write a number or start:stop</source>
        <translation>„%1“ ist kein Index; schreiben Sie eine Zahl oder start:stop</translation>
    </message>
    <message>
        <source>Index %1 is outside dimension %2, which has size %3</source>
        <translation>Index %1 liegt außerhalb von Dimension %2, die %3 hat</translation>
    </message>
    <message>
        <source>“.T” needs a slice with two dimensions</source>
        <translation>„.T“ braucht einen Ausschnitt mit zwei Dimensionen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::SourceCard</name>
    <message>
        <source>%1 is now %2 in the source, but %3 in the set-up, which runs use.</source>
        <translation>%1 ist in der Quelle jetzt %2 und in der Einrichtung %3; nach ihr richtet sich ein Lauf.</translation>
    </message>
    <message>
        <source>Take %1</source>
        <translation>%1 übernehmen</translation>
    </message>
    <message>
        <source>Keep %1</source>
        <translation>%1 behalten</translation>
    </message>
    <message>
        <source>Take %1 from the source</source>
        <translation>%1 aus der Quelle übernehmen</translation>
    </message>
    <message>
        <source>Take the source&apos;s number</source>
        <translation>Die Zahl der Quelle übernehmen</translation>
    </message>
    <message>
        <source>Keep the set-up&apos;s number</source>
        <translation>Die Zahl der Einrichtung behalten</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StartPage</name>
    <message>
        <source>Unsaved work</source>
        <translation>Nicht gespeicherte Arbeit</translation>
    </message>
    <message>
        <source>Restore “%1”</source>
        <translation>„%1“ wiederherstellen</translation>
    </message>
    <message>
        <source>It was kept when Warpbench ended unexpectedly (%1).</source>
        <translation>Sie wurde aufgehoben, als Warpbench unerwartet endete (%1).</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Warpbench</source>
        <translation>Warpbench</translation>
    </message>
    <message>
        <source>Write a CUDA kernel, run it and look inside, with or without an NVIDIA GPU.</source>
        <translation>Einen CUDA-Kernel schreiben, ausführen und hineinsehen, mit oder ohne NVIDIA-GPU.</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>A project or a CUDA source…</source>
        <translation>Ein Projekt oder eine CUDA-Quelle…</translation>
    </message>
    <message>
        <source>Buffers and launches of a .cu are guessed from its kernels.</source>
        <translation>Puffer und Launches einer .cu werden aus ihren Kerneln erraten.</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>%1 von %2 erledigt</translation>
    </message>
    <message>
        <source>No lessons are installed.</source>
        <translation>Es sind keine Lektionen installiert.</translation>
    </message>
    <message>
        <source>First time here?</source>
        <translation>Zum ersten Mal hier?</translation>
    </message>
    <message>
        <source>Tour of the window</source>
        <translation>Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>Six steps, in the first lesson; Esc ends it at any time.</source>
        <translation>Sechs Schritte, in der ersten Lektion; Esc beendet ihn jederzeit.</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>Or Esc.</source>
        <translation>Oder Esc.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StatusLine</name>
    <message>
        <source>simulated on the CPU</source>
        <translation>auf der CPU simuliert</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Show the problem list</source>
        <translation>Die Liste der Probleme zeigen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>The chosen device is the simulated GPU: results are those of a GPU, times are not</source>
        <translation>Das gewählte Gerät ist die simulierte GPU: Ergebnisse sind die einer GPU, Zeiten nicht</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
    <message>
        <source>Line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepController</name>
    <message>
        <source>The kernel did not compile. Line %1: %2</source>
        <translation>Der Kernel ließ sich nicht kompilieren. Zeile %1: %2</translation>
    </message>
    <message>
        <source>Stepping needs a launch. Add one on the left, under Launch.</source>
        <translation>Noch gibt es keinen Launch, durch den man gehen könnte: Fügen Sie links unter „Launch“ einen hinzu.</translation>
    </message>
    <message>
        <source>No kernel wrote %1: its value is the one that it started with.</source>
        <translation>Kein Kernel hat %1 geschrieben: es hat noch seinen Anfangswert.</translation>
    </message>
    <message>
        <source>Thread %1 of block %2 is about to write %3.</source>
        <translation>Thread %1 von Block %2 schreibt als Nächstes %3.</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepEditor</name>
    <message>
        <source>BUFFER = EXPRESSION for every element; separate several with ;</source>
        <translation>PUFFER = AUSDRUCK für jedes Element; zwischen mehreren steht ;</translation>
    </message>
    <message>
        <source>The buffer whose elements get the value</source>
        <translation>Der Puffer, dessen Elemente den Wert bekommen</translation>
    </message>
    <message>
        <source>BUFFER = EXPRESSION: combines its values for all elements into one, for a buffer of one element</source>
        <translation>PUFFER = AUSDRUCK: seine Werte für alle Elemente werden zu einem, den der Puffer mit einem Element bekommt</translation>
    </message>
    <message>
        <source>BUFFER = EXPRESSION: each element gets all values up to its own, combined</source>
        <translation>PUFFER = AUSDRUCK: jedes Element bekommt, was alle Werte bis zu seinem eigenen ergeben</translation>
    </message>
    <message>
        <source>Element by element</source>
        <translation>Element für Element</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>Reduktion</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>Scan</translation>
    </message>
    <message>
        <source>Operation of the step</source>
        <translation>Rechnung des Schritts</translation>
    </message>
    <message>
        <source>Value of every element</source>
        <translation>Wert jedes Elements</translation>
    </message>
    <message>
        <source>Neutral element</source>
        <translation>Neutrales Element</translation>
    </message>
    <message>
        <source>&amp;Without its own element</source>
        <translation>&amp;Ohne das eigene Element</translation>
    </message>
    <message>
        <source>Threads of a block</source>
        <translation>Threads eines Blocks</translation>
    </message>
    <message>
        <source>&amp;Turn into source</source>
        <translation>&amp;In Quelle verwandeln</translation>
    </message>
    <message>
        <source>The kernel generated from it</source>
        <translation>Der Kernel, der daraus gemacht wird</translation>
    </message>
    <message>
        <source>Puts the kernel at the end of the source, where you can edit it, and launches it here</source>
        <translation>Setzt den Kernel an das Ende der Quelle, um ihn dort zu ändern, und startet ihn hier</translation>
    </message>
    <message>
        <source>Kind of step</source>
        <translation>Art des Schritts</translation>
    </message>
    <message>
        <source>How two values are combined</source>
        <translation>Wie aus zwei Werten einer wird</translation>
    </message>
    <message>
        <source>sum, product, min, max, or an expression of left and right</source>
        <translation>sum, product, min, max oder ein Ausdruck aus left und right</translation>
    </message>
    <message>
        <source>The value that leaves others unchanged, such as 0 for a sum</source>
        <translation>Der Wert, der keinen anderen ändert, etwa 0 bei einer Summe</translation>
    </message>
    <message>
        <source>Each element gets those before it combined</source>
        <translation>Jedes Element bekommt, was die davor ergeben</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>Neutral</source>
        <translation>Neutral</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Change step</source>
        <translation>Schritt ändern</translation>
    </message>
    <message>
        <source>Change value</source>
        <translation>Wert ändern</translation>
    </message>
    <message>
        <source>Change operator</source>
        <translation>Operator ändern</translation>
    </message>
    <message>
        <source>Change neutral element</source>
        <translation>Neutrales Element ändern</translation>
    </message>
    <message>
        <source>Change scan</source>
        <translation>Scan ändern</translation>
    </message>
    <message>
        <source>Change block</source>
        <translation>Block ändern</translation>
    </message>
    <message>
        <source>The kernel generated from it, %1:</source>
        <translation>Der Kernel, der daraus gemacht wird, %1:</translation>
    </message>
    <message>
        <source>BUFFER = uniform(LOW, HIGH), normal(MEAN, STDDEV) or randint(LOW, HIGH)</source>
        <translation>PUFFER = uniform(UNTEN, OBEN), normal(MITTEL, STREUUNG) oder randint(UNTEN, OBEN)</translation>
    </message>
    <message>
        <source>A buffer of keys; after a comma, one whose elements move with the keys</source>
        <translation>Ein Puffer mit Schlüsseln; hinter einem Komma einer, dessen Elemente mitwandern</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>Zufallszahlen</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortieren</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert (Seed)</translation>
    </message>
    <message>
        <source>%1 does this on a real GPU. For a simulated one the host computes it, and its time says nothing about a GPU</source>
        <translation>Auf einer GPU erledigt es %1; für eine simulierte rechnet es der Rechner, und die Zeit ist nicht die einer GPU</translation>
    </message>
    <message>
        <source>Call of a library</source>
        <translation>Aufruf einer Bibliothek</translation>
    </message>
    <message>
        <source>cuBLAS: C = gemm(A, B), also with transpose(A) as A
cuFFT: Y = fft(X), ifft(X), rfft(X), fft2(X), ifft2(X), rfft2(X)
cuRAND: Z = uniform(), normal(MEAN, STDDEV)
cuSPARSE: Y = spmv(OFFSETS, COLUMNS, VALUES, X)
CUB: Y = sum(X), min(X), max(X), sort(X)
CUB: Y = inclusive_sum(X), exclusive_sum(X)
CUB: SORTED, MOVED = sort(KEYS, VALUES)</source>
        <translation>cuBLAS: C = gemm(A, B), wobei transpose(A) für A stehen darf
cuFFT: Y = fft(X), ifft(X), rfft(X), fft2(X), ifft2(X), rfft2(X)
cuRAND: Z = uniform(), normal(MITTEL, STREUUNG)
cuSPARSE: Y = spmv(ANFÄNGE, SPALTEN, WERTE, X)
CUB: Y = sum(X), min(X), max(X), sort(X)
CUB: Y = inclusive_sum(X), exclusive_sum(X)
CUB: SORTIERT, BEWEGT = sort(SCHLÜSSEL, WERTE)</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepLanesModel</name>
    <message>
        <source>threadIdx</source>
        <translation>threadIdx</translation>
    </message>
    <message>
        <source>Which thread of the block the lane is</source>
        <translation>Welcher Thread des Blocks die Lane ist</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>PTX line</source>
        <translation>PTX-Zeile</translation>
    </message>
    <message>
        <source>The line of the PTX that the lane executes next; ended: it has returned</source>
        <translation>Die Zeile des PTX, die die Lane als Nächstes ausführt; beendet: sie ist zurückgekehrt</translation>
    </message>
    <message>
        <source>The line that the lane executes next; ended: it has returned</source>
        <translation>Die Zeile, die die Lane als Nächstes ausführt; beendet: sie ist zurückgekehrt</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>%1, a parameter</source>
        <translation>%1, ein Parameter</translation>
    </message>
    <message>
        <source>%1; the next instruction uses it</source>
        <translation>%1; die nächste Instruktion nennt es</translation>
    </message>
    <message>
        <source>%1 = %2 in lane %3: has changed</source>
        <translation>%1 = %2 in Lane %3: hat sich geändert</translation>
    </message>
    <message>
        <source>%1 = %2 in lane %3</source>
        <translation>%1 = %2 in Lane %3</translation>
    </message>
    <message>
        <source>Lane %1 executes the next instruction</source>
        <translation>Lane %1 führt die nächste Instruktion aus</translation>
    </message>
    <message>
        <source>Lane %1 does not take part</source>
        <translation>Lane %1 nimmt nicht teil</translation>
    </message>
    <message>
        <source>A watched expression</source>
        <translation>Ein beobachteter Ausdruck</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepPanel</name>
    <message>
        <source>Step ({stepOver})</source>
        <translation>Schritt ({stepOver})</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Run to the next breakpoint or the end ({stepContinue})</source>
        <translation>Weiter bis zu einem Haltepunkt oder zum Ende ({stepContinue})</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Undo the last step ({stepBack})</source>
        <translation>Den letzten Schritt zurücknehmen ({stepBack})</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>To the warp&apos;s next line ({stepOver})</source>
        <translation>Zur nächsten Zeile des Warps ({stepOver})</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>Hinein</translation>
    </message>
    <message>
        <source>To the next line, into functions ({stepInto})</source>
        <translation>Zur nächsten Zeile, auch in Funktionen ({stepInto})</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Hinaus</translation>
    </message>
    <message>
        <source>Out of the function ({stepOut})</source>
        <translation>Aus der Funktion hinaus ({stepOut})</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Lane</translation>
    </message>
    <message>
        <source>To the next line of the lane selected in the table ({stepLane})</source>
        <translation>Zur nächsten Zeile der Lane, die in der Tabelle gewählt ist ({stepLane})</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Instr.</translation>
    </message>
    <message>
        <source>One PTX instruction of the warp ({stepInstruction})</source>
        <translation>Eine PTX-Instruktion des Warps ({stepInstruction})</translation>
    </message>
    <message>
        <source>Barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>Until the warp reaches a barrier</source>
        <translation>Bis der Warp an eine Barriere gekommen ist</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Until the block has ended</source>
        <translation>Bis der Block geendet hat</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Pause where the launch is now</source>
        <translation>Anhalten, wo der Launch jetzt ist</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>End the launch ({stop})</source>
        <translation>Den Launch beenden ({stop})</translation>
    </message>
    <message>
        <source>Warps of the block</source>
        <translation>Warps des Blocks</translation>
    </message>
    <message>
        <source>Variables of each lane</source>
        <translation>Variablen jeder Lane</translation>
    </message>
    <message>
        <source>Shared memory of the block</source>
        <translation>Shared Memory des Blocks</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>PTX registers of each lane</source>
        <translation>PTX-Register jeder Lane</translation>
    </message>
    <message>
        <source>PTX line %1: %2</source>
        <translation>PTX-Zeile %1: %2</translation>
    </message>
    <message>
        <source>Compiling, and running what comes before the launch…</source>
        <translation>Wird kompiliert, und was vor dem Launch kommt, wird getan…</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>Geht weiter…</translation>
    </message>
    <message>
        <source>%1 has ended. Line starts again, Back goes back.</source>
        <translation>%1 ist zu Ende. Zeile beginnt von vorn, Zurück geht zurück.</translation>
    </message>
    <message>
        <source>%1 has ended: %2</source>
        <translation>%1 ist zu Ende: %2</translation>
    </message>
    <message>
        <source>block (%1, %2, %3)</source>
        <translation>Block (%1, %2, %3)</translation>
    </message>
    <message>
        <source>warp %1</source>
        <translation>Warp %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>PTX line %1</source>
        <translation>PTX-Zeile %1</translation>
    </message>
    <message>
        <source>Step through the kernel line by line, forward and back. This uses the simulated GPU, because a real one cannot be stepped through.</source>
        <translation>Geht den Kernel auf der simulierten GPU Schritt für Schritt durch, was auf einer echten nicht geht: Zeile für Zeile, vor und zurück.</translation>
    </message>
    <message>
        <source>Step through the kernel line by line, forward and back, with every variable of every lane. Click beside a line to pause there.</source>
        <translation>Geht den Kernel Zeile für Zeile durch, vor und zurück, mit jeder Variablen jeder Lane. Klicken Sie neben eine Zeile, um dort anzuhalten.</translation>
    </message>
    <message>
        <source>The source has changed. The next step restarts the launch.</source>
        <translation>Die Quelle hat sich geändert: der nächste Schritt beginnt den Launch von vorn.</translation>
    </message>
    <message>
        <source>%1 of 32 lanes</source>
        <translation>%1 von 32 Lanes</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Shared</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Watched expressions</source>
        <translation>Beobachtete Ausdrücke</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepView</name>
    <message>
        <source>Breakpoint Condition</source>
        <translation>Bedingung des Haltepunkts</translation>
    </message>
    <message>
        <source>Pause in line %1 only if a lane has (empty: always):</source>
        <translation>In Zeile %1 nur anhalten, wenn für eine Lane gilt (leer: immer):</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepWarpsModel</name>
    <message>
        <source>has ended</source>
        <translation>ist zu Ende</translation>
    </message>
    <message>
        <source>Warp %1 %2</source>
        <translation>Warp %1 %2</translation>
    </message>
    <message>
        <source>Warp %1, %2: line %3, %4</source>
        <translation>Warp %1, %2: Zeile %3, %4</translation>
    </message>
    <message>
        <source>Warp</source>
        <translation>Warp</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Lanes</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepWatchModel</name>
    <message>
        <source>no lane has a value</source>
        <translation>keine Lane hat einen Wert</translation>
    </message>
    <message>
        <source>all the same</source>
        <translation>alle gleich</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message numerus="yes">
        <source>%n different value(s)</source>
        <translation>
            <numerusform>%n verschiedener Wert</numerusform>
            <numerusform>%n verschiedene Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>%1 nicht mehr beobachten</translation>
    </message>
    <message>
        <source>%1 = %2 in lane %3</source>
        <translation>%1 = %2 in Lane %3</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Lane %1</source>
        <translation>Lane %1</translation>
    </message>
    <message>
        <source>Over the warp</source>
        <translation>Über den Warp</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepWatches</name>
    <message>
        <source>Nothing is watched yet. Type an expression above, such as data[i + 1] or threadIdx.x * 4, and press Enter. At every pause you see its value in the chosen lane here, and its values in all lanes under Variables.</source>
        <translation>Noch wird nichts beobachtet. Tippen Sie oben einen Ausdruck wie data[i + 1] oder threadIdx.x * 4 und drücken Sie Enter. Bei jedem Anhalten sehen Sie hier seinen Wert in der gewählten Lane und seine Werte in allen Lanes unter Variablen.</translation>
    </message>
    <message>
        <source>Watch another expression, such as data[i + 1]</source>
        <translation>Weiteren Ausdruck beobachten, etwa data[i + 1]</translation>
    </message>
    <message>
        <source>An expression to watch</source>
        <translation>Ein Ausdruck, der beobachtet werden soll</translation>
    </message>
    <message>
        <source>Variables, members, one index, threadIdx.x, lane: Enter adds the expression</source>
        <translation>Variablen, Teile davon, ein Index, threadIdx.x, lane: Enter fügt den Ausdruck hinzu</translation>
    </message>
    <message>
        <source>Watched expressions</source>
        <translation>Beobachtete Ausdrücke</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Remove &amp;All</source>
        <translation>&amp;Alle entfernen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StructEditor</name>
    <message>
        <source>Add a member</source>
        <translation>Ein Element hinzufügen</translation>
    </message>
    <message>
        <source>Compile ({compile}) to list all members of the struct here</source>
        <translation>Kompilieren Sie ({compile}), um hier alle Elemente der Struktur aufgezählt zu haben</translation>
    </message>
    <message>
        <source>Add a member to %1</source>
        <translation>Ein Element zu %1 hinzufügen</translation>
    </message>
    <message>
        <source>A member&apos;s name contains only letters, digits and _</source>
        <translation>Der Name eines Elements hat nur Buchstaben, Ziffern und _</translation>
    </message>
    <message>
        <source>The member %1 already exists</source>
        <translation>Es gibt schon ein Element %1</translation>
    </message>
    <message>
        <source>Name of a member of %1</source>
        <translation>Name eines Elements von %1</translation>
    </message>
    <message>
        <source>Buffer for member %1</source>
        <translation>Puffer für Element %1</translation>
    </message>
    <message>
        <source>Value of member %1</source>
        <translation>Wert von Element %1</translation>
    </message>
    <message>
        <source>zeros, of %1</source>
        <translation>Nullen, vom Typ %1</translation>
    </message>
    <message>
        <source>0, of %1</source>
        <translation>0, vom Typ %1</translation>
    </message>
    <message>
        <source>Remove member %1</source>
        <translation>Element %1 entfernen</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Unknown member %1</source>
        <translation>Die Struktur hat kein Element %1</translation>
    </message>
    <message>
        <source>Members from %1 on are zero, or as set in the project file</source>
        <translation>Ab %1 sind die Elemente Nullen oder wie in der Projektdatei angegeben</translation>
    </message>
    <message>
        <source>%1 has room for %2 values, but %3 are given</source>
        <translation>%1 hat Platz für %2, und hier stehen %3</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::SurfaceEditor</name>
    <message>
        <source>Buffer for %1</source>
        <translation>Puffer für %1</translation>
    </message>
    <message>
        <source>Access of %1</source>
        <translation>Zugriff von %1</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::SweepForm</name>
    <message>
        <source>Every combination</source>
        <translation>Jede Kombination</translation>
    </message>
    <message>
        <source>Hill climbing</source>
        <translation>Hill Climbing</translation>
    </message>
    <message>
        <source>Simulated annealing</source>
        <translation>Simulated Annealing</translation>
    </message>
    <message>
        <source>Genetic</source>
        <translation>Genetisch</translation>
    </message>
    <message>
        <source>Values to try</source>
        <translation>Werte zum Ausprobieren</translation>
    </message>
    <message>
        <source>Which combinations are tried</source>
        <translation>Welche Kombinationen versucht werden</translation>
    </message>
    <message>
        <source>Most: %1</source>
        <translation>Möglichst viel: %1</translation>
    </message>
    <message>
        <source>Least: %1</source>
        <translation>Möglichst wenig: %1</translation>
    </message>
    <message>
        <source>Only combinations for which this is true</source>
        <translation>Nur Kombinationen, für die das gilt</translation>
    </message>
    <message>
        <source>none, or for instance BLOCK * TILE &lt;= 1024</source>
        <translation>keine, oder zum Beispiel BLOCK * TILE &lt;= 1024</translation>
    </message>
    <message>
        <source>A combination is tried only if this is true; separate several with ;</source>
        <translation>Eine Kombination wird nur versucht, wenn das gilt; mehrere mit ; dazwischen</translation>
    </message>
    <message>
        <source>When to stop</source>
        <translation>Wann Schluss ist</translation>
    </message>
    <message>
        <source>no limit, or 50 trials, 30s, 5m, 1h</source>
        <translation>keine Grenze, oder 50 Versuche, 30s, 5m, 1h</translation>
    </message>
    <message>
        <source>Only if</source>
        <translation>Nur wenn</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Sweep over</source>
        <translation>Sweep über</translation>
    </message>
    <message>
        <source>Try values of another name</source>
        <translation>Werte eines weiteren Namens versuchen</translation>
    </message>
    <message>
        <source>Remove the selected name</source>
        <translation>Den ausgewählten Namen entfernen</translation>
    </message>
    <message>
        <source>All names are already listed</source>
        <translation>Alle Namen sind schon da</translation>
    </message>
    <message>
        <source>%1 combinations</source>
        <translation>%1 Kombinationen</translation>
    </message>
    <message>
        <source>%1 combinations, minus those ruled out</source>
        <translation>%1 Kombinationen, abzüglich der ausgeschlossenen</translation>
    </message>
    <message>
        <source>Add a name and its values first.</source>
        <translation>Fügen Sie zuerst einen Namen und seine Werte hinzu.</translation>
    </message>
    <message>
        <source>A name among the values to try does not exist.</source>
        <translation>Einen der Namen gibt es nicht.</translation>
    </message>
    <message>
        <source>More than %1 combinations: try fewer values.</source>
        <translation>Mehr als %1 Kombinationen: Versuchen Sie weniger Werte.</translation>
    </message>
    <message>
        <source>Random combinations</source>
        <translation>Zufällige Kombinationen</translation>
    </message>
    <message>
        <source>Goal of the sweep</source>
        <translation>Ziel des Sweeps</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Change the goal of the sweep</source>
        <translation>Ziel des Sweeps ändern</translation>
    </message>
    <message>
        <source>Change the strategy of the sweep</source>
        <translation>Strategie des Sweeps ändern</translation>
    </message>
    <message>
        <source>None yet. Add a parameter, a define such as BLOCK, or a compiler option, and the values to try.</source>
        <translation>Noch keine. Fügen Sie einen Parameter, ein Define wie BLOCK oder eine Compileroption hinzu, mit den Werten zum Ausprobieren.</translation>
    </message>
    <message>
        <source>Change the restrictions of the sweep</source>
        <translation>Einschränkungen des Sweeps ändern</translation>
    </message>
    <message>
        <source>The best combination has the most or the least of this. You can also type an expression, of which the smallest value is the best: time * registers</source>
        <translation>Die beste Kombination hat hiervon am meisten oder am wenigsten. Sie können auch einen Ausdruck eingeben, dessen kleinster Wert der beste ist: time * registers</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::SweepRunner</name>
    <message>
        <source>Apply %1</source>
        <translation>%1 übernehmen</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::SweepsPanel</name>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Compiles, runs and checks each combination</source>
        <translation>Kompiliert, startet und prüft jede Kombination</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Tries what has not been tried yet</source>
        <translation>Versucht, was noch nicht versucht wurde</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Shows a file that a sweep wrote, here or on the command line</source>
        <translation>Zeigt eine Datei, die ein Sweep geschrieben hat, hier oder auf der Kommandozeile</translation>
    </message>
    <message>
        <source>What to try</source>
        <translation>Was versucht wird</translation>
    </message>
    <message>
        <source>Which block size, tile or option is best? Name the values to try and press Start: each combination is compiled, run, checked and listed here.</source>
        <translation>Welche Blockgröße, Kachel oder Option ist die beste? Nennen Sie die Werte und drücken Sie Start: Jede Kombination wird kompiliert, ausgeführt, geprüft und hier gelistet.</translation>
    </message>
    <message>
        <source>How the trials are shown</source>
        <translation>Wie die Versuche gezeigt werden</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Along an axis</source>
        <translation>Entlang einer Achse</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>All axes</source>
        <translation>Alle Achsen</translation>
    </message>
    <message>
        <source>Two figures</source>
        <translation>Zwei Größen</translation>
    </message>
    <message>
        <source>What matters</source>
        <translation>Worauf es ankommt</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Ends the sweep; finished trials stay</source>
        <translation>Beendet den Sweep; was versucht wurde, bleibt</translation>
    </message>
    <message>
        <source>Something else is running.</source>
        <translation>Etwas anderes läuft.</translation>
    </message>
    <message>
        <source>Apply the Best</source>
        <translation>Besten übernehmen</translation>
    </message>
    <message>
        <source>Gives the project %1</source>
        <translation>Gibt dem Projekt %1</translation>
    </message>
    <message>
        <source>Gives the project the best trial&apos;s values</source>
        <translation>Gibt dem Projekt die Werte des besten Versuchs</translation>
    </message>
    <message>
        <source>Compiling and running the first combination …</source>
        <translation>Die erste Kombination wird kompiliert und ausgeführt …</translation>
    </message>
    <message>
        <source>%1 of %2 tried.</source>
        <translation>%1 von %2 versucht.</translation>
    </message>
    <message>
        <source>Best: %1 with %2.</source>
        <translation>Am besten: %1 mit %2.</translation>
    </message>
    <message>
        <source>No combination gave a result: the table says why.</source>
        <translation>Keine Kombination gab ein Ergebnis: Die Tabelle sagt, warum.</translation>
    </message>
    <message>
        <source>The source or set-up has changed since.</source>
        <translation>Quelle oder Einrichtung haben sich seither geändert.</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>a line for each</source>
        <translation>eine Linie je</translation>
    </message>
    <message>
        <source>up</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>Save the Sweep</source>
        <translation>Sweep speichern</translation>
    </message>
    <message>
        <source>Open a Sweep</source>
        <translation>Sweep öffnen</translation>
    </message>
    <message>
        <source>Sweep (*.json)</source>
        <translation>Sweep (*.json)</translation>
    </message>
    <message>
        <source>Apply This Trial</source>
        <translation>Diesen übernehmen</translation>
    </message>
    <message>
        <source>down</source>
        <translation>runter</translation>
    </message>
    <message>
        <source>Chart of the trials</source>
        <translation>Diagramm der Versuche</translation>
    </message>
    <message>
        <source>First axis or figure</source>
        <translation>Erste Achse oder Größe</translation>
    </message>
    <message>
        <source>Second axis or figure</source>
        <translation>Zweite Achse oder Größe</translation>
    </message>
    <message>
        <source>Writes all trials to a file: JSON, CSV, Kernel Tuner&apos;s cache or T4</source>
        <translation>Schreibt alle Versuche in eine Datei: JSON, CSV, Cache von Kernel Tuner oder T4</translation>
    </message>
    <message>
        <source>Sweep (*.json);;Comma-separated values (*.csv);;Cache of Kernel Tuner (*.kt.json);;T4 (*.t4.json)</source>
        <translation>Reihe (*.json);;Durch Komma getrennte Werte (*.csv);;Cache von Kernel Tuner (*.kt.json);;T4 (*.t4.json)</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::TasksPanel</name>
    <message>
        <source>Out of date</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Something has changed since the tasks were checked</source>
        <translation>Etwas hat sich geändert, seit die Aufgaben geprüft wurden</translation>
    </message>
    <message>
        <source>Check which tasks are done with the current source and set-up ({checkTasks})</source>
        <translation>Prüfen, welche Aufgaben erledigt sind, mit dem, was im Fenster ist ({checkTasks})</translation>
    </message>
    <message>
        <source>This project does not contain tasks. If a project does, as several lessons do, this panel shows which of them are done.</source>
        <translation>Dieses Projekt hat keine Aufgaben, die sich prüfen lassen. Wo es welche gibt, wie in einigen Lektionen, sagt dieser Bereich, welche erledigt sind.</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>%1 von %2 erledigt</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Task %1: %2</source>
        <translation>Aufgabe %1: %2</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Tipp</translation>
    </message>
    <message>
        <source>Hint for task %1</source>
        <translation>Tipp zu Aufgabe %1</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Not done yet</source>
        <translation>Noch nicht erledigt</translation>
    </message>
    <message>
        <source>Being checked</source>
        <translation>Wird geprüft</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Shows a hint for this task</source>
        <translation>Was bei dieser Aufgabe helfen mag</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::TextureEditor</name>
    <message>
        <source>A texture has 1, 2 or 4 channels</source>
        <translation>Eine Textur hat 1, 2 oder 4 Kanäle</translation>
    </message>
    <message>
        <source>Wrapping and mirroring need normalised coordinates</source>
        <translation>Umlaufen und Spiegeln brauchen normalisierte Koordinaten</translation>
    </message>
    <message>
        <source>Only integers of 8 or 16 bits can be read as normalised floats</source>
        <translation>Nur ganze Zahlen von 8 oder 16 Bit können als normalisierte Gleitkommazahlen gelesen werden</translation>
    </message>
    <message>
        <source>Linear filtering of integers needs them read as normalised floats</source>
        <translation>Lineares Filtern ganzer Zahlen verlangt, dass sie als normalisierte Gleitkommazahlen gelesen werden</translation>
    </message>
    <message>
        <source>Buffer for %1</source>
        <translation>Puffer für %1</translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation>Filter von %1</translation>
    </message>
    <message>
        <source>Addressing of %1</source>
        <translation>Adressierung von %1</translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation>Werte von %1</translation>
    </message>
    <message>
        <source>coordinates from 0 to 1</source>
        <translation>Koordinaten von 0 bis 1</translation>
    </message>
    <message>
        <source>nearest</source>
        <translation>nächster</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>How values between two texels are read</source>
        <translation>Was zwischen zwei Texeln geliefert wird</translation>
    </message>
    <message>
        <source>How values outside the texture are read</source>
        <translation>Was außerhalb der Textur geliefert wird</translation>
    </message>
    <message>
        <source>values as stored</source>
        <translation>Werte wie gespeichert</translation>
    </message>
    <message>
        <source>integers as floats from 0 to 1</source>
        <translation>ganze Zahlen als Gleitkomma von 0 bis 1</translation>
    </message>
    <message>
        <source>Normalised coordinates of %1</source>
        <translation>Normalisierte Koordinaten von %1</translation>
    </message>
    <message>
        <source>Normalised: over the whole texture, instead of counting texels</source>
        <translation>Normalisiert: über die ganze Textur, statt Texel zu zählen</translation>
    </message>
    <message>
        <source>Mip levels need normalised coordinates</source>
        <translation>Mip-Stufen brauchen normierte Koordinaten</translation>
    </message>
    <message>
        <source>Mip levels need an array</source>
        <translation>Mip-Stufen liegen in einem Array</translation>
    </message>
    <message>
        <source>sRGB needs bytes that are read as floats</source>
        <translation>sRGB-Werte sind Bytes, die als Gleitkommazahlen gelesen werden</translation>
    </message>
    <message>
        <source>Addressing of %1 along y</source>
        <translation>Adressierung von %1 entlang y</translation>
    </message>
    <message>
        <source>Addressing of %1 along z</source>
        <translation>Adressierung von %1 entlang z</translation>
    </message>
    <message>
        <source>sRGB</source>
        <translation>sRGB</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>Speicher von %1</translation>
    </message>
    <message>
        <source>Filter between the mip levels of %1</source>
        <translation>Filter zwischen den Mip-Stufen von %1</translation>
    </message>
    <message>
        <source>y as x</source>
        <translation>y wie x</translation>
    </message>
    <message>
        <source>z as x</source>
        <translation>z wie x</translation>
    </message>
    <message>
        <source>Border of %1</source>
        <translation>Rand von %1</translation>
    </message>
    <message>
        <source>border: 0, 0, 0, 0</source>
        <translation>Rand: 0, 0, 0, 0</translation>
    </message>
    <message>
        <source>Value outside the texture: one number per channel</source>
        <translation>Wert außerhalb der Textur: eine Zahl für jeden Kanal</translation>
    </message>
    <message>
        <source>sRGB values of %1</source>
        <translation>sRGB-Werte von %1</translation>
    </message>
    <message>
        <source>Reads bytes as sRGB and converts them to linear values</source>
        <translation>Bytes werden als die linearen Werte von sRGB-Werten gelesen</translation>
    </message>
    <message>
        <source>in an array</source>
        <translation>in einem Array</translation>
    </message>
    <message>
        <source>in linear memory</source>
        <translation>in linearem Speicher</translation>
    </message>
    <message>
        <source>in rows of memory</source>
        <translation>in Zeilen im Speicher</translation>
    </message>
    <message>
        <source>A copy in the layout of textures, or the buffer&apos;s own memory: linear for tex1Dfetch, rows for tex2D</source>
        <translation>Eine Kopie in der Anordnung von Texturen oder der Speicher des Puffers selbst: linear für tex1Dfetch, Zeilen für tex2D</translation>
    </message>
    <message>
        <source>Mip levels of %1</source>
        <translation>Mip-Stufen von %1</translation>
    </message>
    <message>
        <source>mip levels: none</source>
        <translation>Mip-Stufen: keine</translation>
    </message>
    <message>
        <source>Buffers of the levels after the first, each half as large as the level before it: half, quarter</source>
        <translation>Puffer der Stufen nach der ersten, jeder halb so groß wie der vor ihm: halb, viertel</translation>
    </message>
    <message>
        <source>nearest level</source>
        <translation>nächste Stufe</translation>
    </message>
    <message>
        <source>between levels</source>
        <translation>zwischen den Stufen</translation>
    </message>
    <message>
        <source>One to four numbers, one for each channel</source>
        <translation>Ein bis vier Zahlen, eine für jeden Kanal</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::TimingPanel</name>
    <message>
        <source>Instructions</source>
        <translation>Instruktionen</translation>
    </message>
    <message>
        <source>Memory sectors</source>
        <translation>Speichersektoren</translation>
    </message>
    <message>
        <source>Bank conflicts</source>
        <translation>Bankkonflikte</translation>
    </message>
    <message>
        <source>Divergent branches</source>
        <translation>Divergente Sprünge</translation>
    </message>
    <message>
        <source>Waiting atomics</source>
        <translation>Wartende Atomics</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Divergent</source>
        <translation>Divergent</translation>
    </message>
    <message>
        <source>Atomics</source>
        <translation>Atomics</translation>
    </message>
    <message>
        <source>By chance alone: %1 (Mann-Whitney)</source>
        <translation>Allein durch Zufall: %1 (Mann-Whitney)</translation>
    </message>
    <message>
        <source>GPU at the time: %1</source>
        <translation>GPU währenddessen: %1</translation>
    </message>
    <message>
        <source>Repeat %1: %2 ms
%3</source>
        <translation>Wiederholung %1: %2 ms
%3</translation>
    </message>
    <message>
        <source>Pinned run to compare with</source>
        <translation>Angehefteter Lauf, mit dem verglichen wird</translation>
    </message>
    <message>
        <source>The pinned run that the differences refer to</source>
        <translation>Zu welchem der angehefteten Läufe die Unterschiede sind</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Later runs show their difference from this one</source>
        <translation>Spätere Läufe zeigen ihren Unterschied zu diesem</translation>
    </message>
    <message>
        <source>Pin an earlier run</source>
        <translation>Einen früheren Lauf anheften</translation>
    </message>
    <message>
        <source>No earlier runs</source>
        <translation>Keine früheren Läufe</translation>
    </message>
    <message>
        <source>Counted figure</source>
        <translation>Gezählter Wert</translation>
    </message>
    <message>
        <source>Chart of the times</source>
        <translation>Diagramm der Zeiten</translation>
    </message>
    <message>
        <source>Times of the launches</source>
        <translation>Zeiten der Launches</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Median, ms</source>
        <translation>Median, ms</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min.</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>Std dev</source>
        <translation>Std.-Abw.</translation>
    </message>
    <message>
        <source>Bytes/s</source>
        <translation>Bytes/s</translation>
    </message>
    <message>
        <source>Ops/s</source>
        <translation>Ops/s</translation>
    </message>
    <message>
        <source>Nothing was launched. Add a launch with + on the first tab of Set-up.</source>
        <translation>Nichts wurde gestartet: Die erste Seite der Einrichtung fügt mit + einen Launch hinzu.</translation>
    </message>
    <message>
        <source>Nothing was timed: the number of repeats is 0.</source>
        <translation>Nichts wurde gemessen: die Zahl der Wiederholungen ist 0.</translation>
    </message>
    <message>
        <source>The run did not get as far as timing.</source>
        <translation>Der Lauf kam nicht bis zur Zeitmessung.</translation>
    </message>
    <message>
        <source>Running. Times are shown when the run ends.</source>
        <translation>Läuft. Zeiten werden gezeigt, wenn der Lauf endet.</translation>
    </message>
    <message>
        <source>Press Run to time the launches.</source>
        <translation>Drücken Sie Ausführen, um die Zeit der Launches zu messen.</translation>
    </message>
    <message>
        <source>Time, ms</source>
        <translation>Zeit, ms</translation>
    </message>
    <message>
        <source>Simulated: this CPU&apos;s time, not a GPU&apos;s</source>
        <translation>Simuliert: die Zeit dieser CPU, nicht die einer GPU</translation>
    </message>
    <message>
        <source>Memory: %1 % of the blocks allocated to buffers is wasted; fragmentation of the memory held for later runs %2</source>
        <translation>Speicher: %1 % der Blöcke, die Puffer bekommen, sind Verschnitt; Fragmentierung dessen, was für spätere Läufe gehalten wird: %2</translation>
    </message>
    <message>
        <source>%1, medians ± %2 %</source>
        <translation>%1, Mediane ± %2 %</translation>
    </message>
    <message>
        <source>the baseline</source>
        <translation>die Baseline</translation>
    </message>
    <message>
        <source>Δ against %1 on %2: not judged between different devices</source>
        <translation>Δ gegenüber %1 auf %2: zwischen Geräten wird nicht geurteilt</translation>
    </message>
    <message>
        <source>an unknown device</source>
        <translation>ein unbekanntes Gerät</translation>
    </message>
    <message>
        <source>Δ of %1 against %2</source>
        <translation>Δ von %1 gegenüber %2</translation>
    </message>
    <message>
        <source>Δ against %1, coloured where chance does not explain it</source>
        <translation>Δ gegenüber %1, farbig, wo Zufall es nicht erklärte</translation>
    </message>
    <message>
        <source>Do not compare</source>
        <translation>Kein Vergleich</translation>
    </message>
    <message>
        <source>Simulation time, ms</source>
        <translation>Zeit der Simulation, ms</translation>
    </message>
    <message>
        <source>GPU time, ms</source>
        <translation>GPU-Zeit, ms</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>included above</source>
        <translation>im vorigen</translation>
    </message>
    <message numerus="yes">
        <source>GPU time between events, %n repeat(s)</source>
        <translation>
            <numerusform>GPU-Zeit zwischen Events, %n Wiederholung</numerusform>
            <numerusform>GPU-Zeit zwischen Events, %n Wiederholungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Estimated time, ms</source>
        <translation>Geschätzte Zeit, ms</translation>
    </message>
    <message>
        <source>Estimated time</source>
        <translation>Geschätzte Zeit</translation>
    </message>
    <message>
        <source>No estimate: %1</source>
        <translation>Keine Schätzung: %1</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>Geschätzt</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Times are estimated for %1, not measured.</source>
        <translation>Die Zeiten sind für %1 geschätzt, nicht gemessen.</translation>
    </message>
    <message>
        <source>Times are estimated for %1, whose speeds are only partly known.</source>
        <translation>Die Zeiten sind für %1 geschätzt, deren Geschwindigkeiten nur zum Teil bekannt sind.</translation>
    </message>
    <message>
        <source>Counts are exact.</source>
        <translation>Die Zählungen sind genau.</translation>
    </message>
    <message>
        <source>No estimate is available for these launches.</source>
        <translation>Für diese Starts gibt es keine Schätzung.</translation>
    </message>
    <message>
        <source>From %1. %2</source>
        <translation>Von %1. %2</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ToolkitCheck</name>
    <message>
        <source>NVIDIA&apos;s compiler was not found, so kernels cannot be compiled or run yet. Everything else works.</source>
        <translation>NVIDIAs Compiler wurde nicht gefunden, also können Kernel noch nicht kompiliert oder ausgeführt werden. Alles andere geht.</translation>
    </message>
    <message>
        <source>&amp;Get the compiler…</source>
        <translation>&amp;Compiler holen…</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::Tour</name>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Tour of the window</source>
        <translation>Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>Übers&amp;pringen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
</context>
<context>
    <name>warpbench::ui::TrialsModel</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Nine of ten real times are within it: if two ranges overlap, a GPU may order them differently</source>
        <translation>Neun von zehn echten Zeiten liegen darin: Wo zwei Bereiche sich überlappen, kann eine GPU anders ordnen</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Why it does not count</source>
        <translation>Warum er nicht zählt</translation>
    </message>
</context>
</TS>
