# SPDX-License-Identifier: Apache-2.0
#
# Sourced by quickstart and run_tests after they went to the top of the
# repository. Defines n_jobs and
#
#   build Release|Debug [TARGET]...    configures and builds build/<type>

export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# One compiler per core, but 1.5 GB of memory for each.
count_jobs()
{
  local -i cores memory limit jobs
  cores=$(env -u OMP_NUM_THREADS nproc) # which heeds that variable
  memory=$(awk '/^MemAvailable/ {print int($2 / 1000)}' /proc/meminfo) # MB
  limit=$(awk '/^[0-9]+$/ {print int($1 / 1000000)}' \
              /sys/fs/cgroup/memory.max 2>/dev/null || true)
  if ((limit > 0 && limit < memory)); then
    memory=limit
  fi
  jobs=$((memory / 1500))
  if ((jobs > cores)); then
    jobs=cores
  fi
  echo $((jobs > 1 ? jobs : 1))
}

build()
{
  local type=$1 folder=build/${1,,}
  shift
  if [[ ! -f $folder/build.ninja ]]; then
    cmake -G Ninja -S . -B "$folder" -DCMAKE_BUILD_TYPE="$type"
  fi
  cmake --build "$folder" --parallel "$n_jobs" ${1:+--target "$@"}
}

n_jobs=$(count_jobs)

# Of two calls at the same time, the second waits for the first.
mkdir -p build
exec 9> build/lock
if ! flock --nonblock 9; then
  echo "Another call is at work in $PWD/build; waiting for it."
  flock 9
fi
