#!/usr/bin/env bash
# Unpacks other Redis and Valkey servers into FOLDER, from the mirror that this Debian machine already uses:
#   fetch.sh FOLDER     (needs apt as root; the machine's own sources and packages stay as they are)
# Prints one line for each engine that runs: its name, and the path of its server.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$tmp/lists/partial" "$tmp/cache/archives/partial" "$out/bin"

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 -E '/debian/?$')
for suite in bullseye bookworm-backports trixie sid experimental; do
  echo "deb $mirror $suite main"
done > "$tmp/sources.list"
cat > "$tmp/apt.conf" <<CONF
Dir::Etc::sourcelist "$tmp/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$tmp/lists";
Dir::Cache "$tmp/cache";
APT::Sandbox::User "root";
CONF
export APT_CONFIG=$tmp/apt.conf
apt-get -qq update >&2

unpack() { # unpack NAME SUITE PACKAGE...
  local name=$1 suite=$2
  shift 2
  mkdir -p "$tmp/$name"
  (cd "$tmp/$name" && apt-get -qq download "${@/%//$suite}" >&2)
  rm -rf "${out:?}/$name"
  for file in "$tmp/$name"/*.deb; do dpkg-deb -x "$file" "$out/$name"; done
}

wrap() { # wrap ENGINE PROGRAM COMMAND...
  local file=$out/bin/$1-$2
  shift 2
  printf '#!/bin/sh\nexec %s "$@"\n' "$*" > "$file"
  chmod +x "$file"
}

# A newer engine wants a newer C library than the machine's: it is started through that one's own loader.
unpack lib trixie libc6 libatomic1 libjemalloc2 liblzf1 libssl3t64 libstdc++6 libgcc-s1 libsystemd0 libcap2 zlib1g libzstd1
loader=$(find "$out/lib/usr/lib" -name 'ld-linux-*.so.*' | grep -m1 linux-gnu)
libraries=$(dirname "$loader")

engine() { # engine NAME SUITE redis|valkey
  unpack "$1" "$2" "$3-server" "$3-tools" || return 0
  for program in server cli; do
    wrap "$1" "$program" "$loader" --argv0 "$3-$program" --library-path "$libraries" "$out/$1/usr/bin/$3-$program"
  done
  report "$1"
}

old_engine() { # old_engine NAME SUITE LIBRARY...
  local name=$1 suite=$2
  shift 2
  unpack "$name" "$suite" redis-server redis-tools "$@" || return 0
  local folders
  folders=$(find "$out/$name" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
  # Its own client knows less than these tests ask for: the machine's is used.
  wrap "$name" server env "LD_LIBRARY_PATH=$folders" "$out/$name/usr/bin/redis-server"
  report "$name"
}

report() {
  "$out/bin/$1-server" --version >&2 && echo "$1 $out/bin/$1-server" || echo "$1 does not run here" >&2
}

engine redis-8.0 trixie redis
engine valkey-8.1 trixie valkey
engine valkey-9 sid valkey
engine redis-8.6 experimental redis
engine valkey-8.0 bookworm-backports valkey
old_engine redis-6.0 bullseye libssl1.1 liblua5.1-0 libhiredis0.14 lua-cjson lua-bitop liblzf1 libjemalloc2
