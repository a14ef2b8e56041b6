#!/usr/bin/env bash
# clang-tidy over the files named on standard input, several at a time. usage: tools/tidy.sh BUILD-FOLDER < LIST
set -euo pipefail
build=$(realpath "${1:?a build folder with compile_commands.json is wanted}")
files=$(cat)
[ -n "$files" ] || { echo "no file to look at"; exit 0; }

# GCC's precompiled header means nothing to clang: its text is included instead.
out=$build/tidy
mkdir -p "$out"
pch=$(find "$build/ui" -name cmake_pch.hxx 2>/dev/null | head -n 1)
[ -z "$pch" ] || cp "$pch" "$out/pch.hxx"
sed -e "s#-include [^ ]*/cmake_pch.hxx#-include $out/pch.hxx#g" -e 's#-Winvalid-pch##g' "$build/compile_commands.json" >"$out/compile_commands.json"

echo "$(wc -l <<<"$files") files"
xargs -P "$(nproc)" -n 1 clang-tidy -p "$out" --quiet <<<"$files" 2> >(grep -v 'warnings\? generated' >&2)
