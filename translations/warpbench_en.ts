<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en_GB">
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
        <source>What the program does not say is asked at the left, under Launch: %n point(s).</source>
        <translation>
            <numerusform>What the program does not say is asked at the left, under Launch: %n point.</numerusform>
            <numerusform>What the program does not say is asked at the left, under Launch: %n points.</numerusform>
        </translation>
    </message>
</context>
</TS>
