#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# usage: install_packages.sh [PACKAGE]...
#
# Installs what is missing of packages.txt and of the packages named. Needs
# neither network nor rights when all of them are there.

set -euo pipefail

list=$(dirname "${BASH_SOURCE[0]}")/packages.txt

fail()
{
  printf '%s\n' "$@" >&2
  exit 1
}

is_installed()
{
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) \
     == installed ]]
}

find_missing()
{
  missing=()
  for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
}

mapfile -t packages < <(sed 's/#.*//' "$list" | tr -s ' \t' '\n' | sed '/^$/d')
packages+=("$@")

command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
  fail "This is not Debian: apt-get is missing." \
       "Install the counterparts of: ${packages[*]}"

find_missing
if ((${#missing[@]} == 0)); then
  exit 0
fi

if [[ $(id -u) == 0 ]]; then
  as_root=()
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }
then
  as_root=(sudo)
else
  fail "Some packages are missing, and only root may install them:" \
       "  apt-get install --no-install-recommends ${missing[*]}" \
       "Have this done, or call this script as root or with sudo; then try again."
fi

# One at a time on this machine; who waited looks again.
exec 8< /var/lib/dpkg
flock 8
find_missing
if ((${#missing[@]} == 0)); then
  exit 0
fi

echo "Installing ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
     apt-get --quiet -o DPkg::Lock::Timeout=600)
"${apt[@]}" update
"${apt[@]}" install --yes --no-install-recommends "${missing[@]}"
