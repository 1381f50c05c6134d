; SPDX-License-Identifier: GPL-3.0-or-later
; The installer of the tree that `cmake --install` made, for one user and without an administrator:
;   makensis -DVERSION=X.Y.Z -DTREE=FOLDER -DREMOVAL=FILE -DICON=FILE -DOUT=FILE installer.nsi
; REMOVAL holds a Delete for every file of the tree and an RMDir for every folder, the deepest first.
; What the user made (settings, the compiler that was fetched) is not this program's to remove.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
!include MUI2.nsh
!include FileFunc.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Warpbench"
!define CLASSES "Software\Classes"
!define KIND "Warpbench.Project"

Name "Warpbench ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Warpbench"
InstallDirRegKey HKCU "${UNINSTALL}" InstallLocation
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName Warpbench
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Warpbench's installer"
VIAddVersionKey LegalCopyright "GPL-3.0-or-later"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\bin\warpbench.exe"
!insertmacro MUI_PAGE_LICENSE "${TREE}/share/doc/warpbench/LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
; The first is for users whose language is none of them.
!insertmacro MUI_LANGUAGE English
!insertmacro MUI_LANGUAGE German

; The shell keeps which program opens what until it is told.
!macro TellShell
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

; A file that cannot be written ends it, and then nothing of it stays: a full disk, a folder without rights.
AllowSkipFiles off
Function .onInstFailed
    SetOutPath "$TEMP" ; the folder that it is in cannot be removed
    !include "${REMOVAL}"
    Delete "$INSTDIR\Uninstall.exe"
    RMDir "$INSTDIR"
FunctionEnd

Section
    ; One that is there goes first: files that this version no longer has are not left behind.
    ReadRegStr $0 HKCU "${UNINSTALL}" InstallLocation
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\Uninstall.exe"
        ExecWait '"$0\Uninstall.exe" /S _?=$0'
        Delete "$0\Uninstall.exe"
    ${EndIf}

    SetOutPath "$INSTDIR"
    File /r "${TREE}/*"
    WriteUninstaller "$INSTDIR\Uninstall.exe"

    WriteRegStr HKCU "${UNINSTALL}" DisplayName Warpbench
    WriteRegStr HKCU "${UNINSTALL}" DisplayVersion "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" DisplayIcon "$INSTDIR\bin\warpbench.exe"
    WriteRegStr HKCU "${UNINSTALL}" Publisher "The Warpbench authors"
    WriteRegStr HKCU "${UNINSTALL}" InstallLocation "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" UninstallString '"$INSTDIR\Uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" QuietUninstallString '"$INSTDIR\Uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" NoModify 1
    WriteRegDWORD HKCU "${UNINSTALL}" NoRepair 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL}" EstimatedSize $0

    ; Projects open by a double click; a .cu keeps the program that it has and offers this one too.
    WriteRegStr HKCU "${CLASSES}\.warpbench" "" "${KIND}"
    WriteRegStr HKCU "${CLASSES}\${KIND}" "" "Warpbench project"
    WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\bin\warpbench.exe,0"
    WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\bin\warpbench.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\Applications\warpbench.exe\shell\open\command" "" '"$INSTDIR\bin\warpbench.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\Applications\warpbench.exe\SupportedTypes" ".warpbench" ""
    WriteRegStr HKCU "${CLASSES}\Applications\warpbench.exe\SupportedTypes" ".cu" ""
    WriteRegStr HKCU "${CLASSES}\.cu\OpenWithList\warpbench.exe" "" ""
    !insertmacro TellShell

    SetOutPath "$PROFILE" ; where the shortcuts' programs start
    CreateShortcut "$SMPROGRAMS\Warpbench.lnk" "$INSTDIR\bin\warpbench.exe"
    CreateShortcut "$SMPROGRAMS\Warpbench command line.lnk" "$SYSDIR\cmd.exe" \
        '/K "set "PATH=$INSTDIR\bin;%PATH%" & warpbench-cli --help"' "$INSTDIR\bin\warpbench.exe"
SectionEnd

Section Uninstall
    !include "${REMOVAL}"
    Delete "$INSTDIR\Uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Warpbench.lnk"
    Delete "$SMPROGRAMS\Warpbench command line.lnk"
    DeleteRegKey HKCU "${UNINSTALL}"
    ; Somebody may have chosen another program for projects since.
    ReadRegStr $0 HKCU "${CLASSES}\.warpbench" ""
    ${If} $0 == "${KIND}"
        DeleteRegKey HKCU "${CLASSES}\.warpbench"
    ${EndIf}
    DeleteRegKey HKCU "${CLASSES}\${KIND}"
    DeleteRegKey HKCU "${CLASSES}\Applications\warpbench.exe"
    DeleteRegKey HKCU "${CLASSES}\.cu\OpenWithList\warpbench.exe"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.cu\OpenWithList"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.cu"
    !insertmacro TellShell
SectionEnd
