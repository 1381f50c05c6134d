<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en_GB">
<context>
    <name>FaultStory</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more like it in this line.</source>
        <translation>
            <numerusform>And %n more like it in this line.</numerusform>
            <numerusform>And %n more like it in this line.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Lanes</name>
    <message numerus="yes">
        <source>%n sector(s)</source>
        <translation>
            <numerusform>%n sector</numerusform>
            <numerusform>%n sectors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PtxasHelp</name>
    <message numerus="yes">
        <source>%n instruction(s) of %1 spill registers here</source>
        <translation>
            <numerusform>%n instruction of %1 spills registers here</numerusform>
            <numerusform>%n instructions of %1 spill registers here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunChanges</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaskWords</name>
    <message numerus="yes">
        <source>%1 is not as expected: %n element(s) are wrong</source>
        <translation>
            <numerusform>%1 is not as expected: %n element is wrong</numerusform>
            <numerusform>%1 is not as expected: %n elements are wrong</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui</name>
    <message numerus="yes">
        <source>%n function(s) more</source>
        <translation>
            <numerusform>%n function more</numerusform>
            <numerusform>%n functions more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n declaration(s)</source>
        <translation>
            <numerusform>%n declaration</numerusform>
            <numerusform>%n declarations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n header(s) of the host</source>
        <translation>
            <numerusform>%n header of the host</numerusform>
            <numerusform>%n headers of the host</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ArgumentEditor</name>
    <message numerus="yes">
        <source>%n channel(s)</source>
        <translation>
            <numerusform>%n channel</numerusform>
            <numerusform>%n channels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::BufferInspector</name>
    <message numerus="yes">
        <source>Copied %1 cell(s)</source>
        <translation>
            <numerusform>Copied %1 cell</numerusform>
            <numerusform>Copied %1 cells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 row(s)</source>
        <translation>
            <numerusform>Copied %1 row</numerusform>
            <numerusform>Copied %1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ComparePanel</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::CountersPanel</name>
    <message numerus="yes">
        <source>Counted by the GPU itself, in %n pass(es) after the timed ones; machine instructions, not PTX.</source>
        <translation>
            <numerusform>Counted by the GPU itself, in %n pass after the timed ones; machine instructions, not PTX.</numerusform>
            <numerusform>Counted by the GPU itself, in %n passes after the timed ones; machine instructions, not PTX.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::FileHandler</name>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %n point(s) on the left, under Launch: the program leaves them open.</source>
        <translation>
            <numerusform>Check %n point on the left, under Launch: the program leaves it open.</numerusform>
            <numerusform>Check %n points on the left, under Launch: the program leaves them open.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::FindBar</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::HistogramView</name>
    <message numerus="yes">
        <source>%1 finite values in %n bin(s)</source>
        <translation>
            <numerusform>%1 finite values in %n bin</numerusform>
            <numerusform>%1 finite values in %n bins</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LaneView</name>
    <message numerus="yes">
        <source>%n sector(s) of 32 bytes; filled: bytes that lanes asked for</source>
        <translation>
            <numerusform>%n sector of 32 bytes; filled: bytes that lanes asked for</numerusform>
            <numerusform>%n sectors of 32 bytes; filled: bytes that lanes asked for</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LaunchesDialog</name>
    <message numerus="yes">
        <source>%n time(s):</source>
        <translation>
            <numerusform>%n time:</numerusform>
            <numerusform>%n times:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::LimiterBars</name>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::OccupancyPanel</name>
    <message numerus="yes">
        <source>: %n block(s) per SM</source>
        <translation>
            <numerusform>: %n block per SM</numerusform>
            <numerusform>: %n blocks per SM</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The grid has %1 block(s), and %2 would run at once: it fills %3 of this GPU.</source>
        <translation>
            <numerusform>The grid has %1 block, and %2 would run at once: it fills %3 of this GPU.</numerusform>
            <numerusform>The grid has %1 blocks, and %2 would run at once: it fills %3 of this GPU.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) may be as fast on a GPU: the ranges overlap.</source>
        <translation>
            <numerusform>%n other may be as fast on a GPU: the ranges overlap.</numerusform>
            <numerusform>%n others may be as fast on a GPU: the ranges overlap.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProgramPresenter</name>
    <message numerus="yes">
        <source>%n launch(es)</source>
        <translation>
            <numerusform>%n launch</numerusform>
            <numerusform>%n launches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s)</source>
        <translation>
            <numerusform>%n buffer</numerusform>
            <numerusform>%n buffers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ProgramRunner</name>
    <message numerus="yes">
        <source>The program ended after %1, with %n fault(s)</source>
        <translation>
            <numerusform>The program ended after %1, with %n fault</numerusform>
            <numerusform>The program ended after %1, with %n faults</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::ResultsPanel</name>
    <message numerus="yes">
        <source>The kernel printed %1 line(s)</source>
        <translation>
            <numerusform>The kernel printed %1 line</numerusform>
            <numerusform>The kernel printed %1 lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::RunPresenter</name>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The kernel did not compile: %n error(s).</source>
        <translation>
            <numerusform>The kernel did not compile: %n error.</numerusform>
            <numerusform>The kernel did not compile: %n errors.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StatusLine</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::StepWatchModel</name>
    <message numerus="yes">
        <source>%n different value(s)</source>
        <translation>
            <numerusform>%n different value</numerusform>
            <numerusform>%n different values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warpbench::ui::TimingPanel</name>
    <message numerus="yes">
        <source>GPU time between events, %n repeat(s)</source>
        <translation>
            <numerusform>GPU time between events, %n repeat</numerusform>
            <numerusform>GPU time between events, %n repeats</numerusform>
        </translation>
    </message>
</context>
</TS>
