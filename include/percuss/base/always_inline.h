// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_always_inline_h
#define percuss_base_always_inline_h

/**
 * Marks the parts of the time step: a compiler that judges each by its size
 * calls them, and then keeps the states of one degree of freedom in memory
 * instead of registers.
 */
#ifdef __GNUC__
#  define PERCUSS_ALWAYS_INLINE [[gnu::always_inline]] inline
#else
#  define PERCUSS_ALWAYS_INLINE inline
#endif

#endif
