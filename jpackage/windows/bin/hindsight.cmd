@echo off
rem The full command line: the program of the menu has no console to write to.
"%~dp0..\hindsight-console.exe" %*
exit /b %ERRORLEVEL%
