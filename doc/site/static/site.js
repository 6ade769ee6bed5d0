// SPDX-License-Identifier: Apache-2.0
// Sets the equations; what KaTeX does not understand is said on the console.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll(".equation"))
    try {
      katex.render(block.textContent.trim(), block, {displayMode: true});
    } catch (error) {
      console.error(error.message);
    }
});
