@echo off
rem Starts Hindsight from a checkout: finds a JDK 25, builds what is missing, runs.
setlocal EnableDelayedExpansion
set "ROOT=%~dp0"
set "JDK="
call :try "%JAVA_HOME%"
for /d %%D in ("%ProgramFiles%\Eclipse Adoptium\jdk-*" "%ProgramFiles%\Java\jdk-*" "%ProgramFiles%\Microsoft\jdk-*" "%USERPROFILE%\.jdks\*") do call :try "%%~D"
if not defined JDK (
  echo hindsight: no JDK 25 found: install one ^(for instance Temurin 25 from https://adoptium.net^) or point JAVA_HOME at it 1>&2
  exit /b 3
)
if not exist "%ROOT%app\target\program\hindsight.built" (
  echo hindsight: building ^(the first time fetches the libraries and takes some minutes^) ... 1>&2
  if not exist "%ROOT%target" mkdir "%ROOT%target"
  pushd "%ROOT%"
  set "JAVA_HOME=!JDK!"
  call mvnw.cmd --batch-mode --no-transfer-progress -T1 -Pprogram package > "%ROOT%target\build.log" 2>&1
  if errorlevel 1 (
    popd
    echo hindsight: the build failed; the log is in %ROOT%target\build.log 1>&2
    exit /b 1
  )
  popd
  echo built> "%ROOT%app\target\program\hindsight.built"
)
"%JDK%\bin\java.exe" "@%ROOT%jpackage\jvm.options" "-Dhindsight.docs=%ROOT%docs" --module-path "%ROOT%app\target\program\lib\javafx" --class-path "%ROOT%app\target\program\lib\*" dev.hindsight.app.cli.Main %*
exit /b %ERRORLEVEL%

:try
if defined JDK exit /b 0
if not exist "%~1\bin\javac.exe" exit /b 0
set "VERSION="
for /f "usebackq tokens=1,2 delims==" %%K in ("%~1\release") do if "%%K"=="JAVA_VERSION" set "VERSION=%%~L"
for /f "delims=." %%V in ("!VERSION!") do if %%V GEQ 25 set "JDK=%~1"
exit /b 0
