# Shared by packaging/run, packaging/test and .ci/run: phases with times, package set-up, builds. Sourced, not run.

set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$ROOT} CCACHE_NOHASHDIR=1

PHASE= PHASE_START=0 ALL_START=$SECONDS

# phase TEXT: ends the phase before, telling its time, and begins the next
phase() {
    end_phase
    PHASE=$1 PHASE_START=$SECONDS
    printf '\n== %s\n' "$PHASE"
}
end_phase() {
    [ -z "$PHASE" ] || printf '   (%s: %d s)\n' "$PHASE" $((SECONDS - PHASE_START))
    PHASE=
}
finish() {
    end_phase
    printf '\nall done in %d s\n' $((SECONDS - ALL_START))
}

die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else die "root is needed to install packages ($*), and there is no sudo: run this as root once"; fi
}

# install_packages LIST..: whatever of these lists is missing
install_packages() {
    local wanted missing log
    wanted=$(sed -e 's/#.*//' "$@" | tr -s ' \n' '\n' | sed '/^$/d')
    # shellcheck disable=SC2086
    missing=$(for p in $wanted; do dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || echo "$p"; done)
    if [ -z "$missing" ]; then
        echo "all packages are there"
        return
    fi
    command -v apt-get >/dev/null || die "this set-up knows Debian's apt-get only; install by hand: $(echo $missing)"
    echo "installing:" $missing
    log=$(mktemp)
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 update >"$log" 2>&1 ||
        { cat "$log" >&2; die "the package lists can't be fetched: is there a network, and are the sources in /etc/apt right?"; }
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 install --no-install-recommends $missing >"$log" 2>&1 ||
        { tail -n 30 "$log" >&2; die "these packages can't be installed: $(echo $missing) (Debian 12 has them all in main)"; }
    rm -f "$log"
}

jobs() { nproc; }

# configure PRESET [cmake options..]
configure() {
    mkdir -p build
    local preset=$1
    shift
    cmake --preset "$preset" "$@" >"build/$preset.log" 2>&1 || { cat "build/$preset.log" >&2; rm -f "build/$preset.log"; die "configuring $preset failed"; }
    rm -f "build/$preset.log"
}

# build PRESET [targets..]
build() {
    local preset=$1
    shift
    cmake --build "build/$preset" --parallel "$(jobs)" ${1:+--target "$@"}
}
