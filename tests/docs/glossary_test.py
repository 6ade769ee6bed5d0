# SPDX-License-Identifier: Apache-2.0
"""The words of the field: retired ones, and the terms to use instead.

A blank of a pattern stands for what may come between two words: blanks, the end
of a line, the marks of a comment, the quotes of a text that is continued; [ ] is
one blank.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("doc", "include", "source", "applications")
SUFFIXES = {".cc", ".h", ".json", ".md", ".prm", ".py", ".toml"}

# a pattern, or several, and what to write instead
GLOSSARY = {
    # contact and friction
    r"\bcoher(e|es|ed|ing)\b": "cohesive contact, has_cohesion()",
    r"\b(friction|laws?) with a memory\b|\[memory\]": "rate-and-state friction",
    r"\bcontacts? without (a )?mass\b":
        "massless contact nodes, mass redistribution",
    r"\bdilat(e|es|ed|ing|ion)\b|n_dilated|let_contacts_dilate":
        "convex relaxation",
    r"\blargest dilation speed\b|\blargest_dilation_speed\b": "relaxation gap velocity",
    r"\bFrictionMultipliers\b|friction_multipliers":
        "augmented Lagrangian, proximal method of multipliers",
    r"\bFrictionSlipNewton\b|friction_slip_newton|\bresolve_slips\b":
        "Newton's method for sliding velocities",
    r"\b(flow of slips|slip flow|shift of the flow)\b":
        "pseudo-transient continuation, inverse pseudo-time step",
    r"\bfollow_curve\b|\bfollows? the curve\b": "homotopy path, track_path()",
    r"\b(solve|approach)_from_inside\b": "solve_robustly()",
    r"\bsolve_nearby\b": "solve_locally()",
    r"\b(?<!on[ ]the[ ])heaps?\b": "granular pile",
    r"\bjams?\b|\bpackings?\b": "jamming, granular pile",
    r"\brough (balls?|bodies|spheres?)\b": "frictional spheres",
    r"\bislands contact by contact\b": "contact islands",
    r"\breflects_opening\b|\bopening contacts\b|\bOpeningContacts\b":
        "separating contacts, restitution of separating contacts",
    r"\b(is_tried_in_vain|n_in_vain)\b":
        "repeats_failed_problem(), iterations_without_decrease",
    r"\b[Bb]umpers?\b(?!['`\"]|[ ];)": "compliant contact",
    # the step
    r"\bContactTreatment::Normal\b|\bplace_normals\b":
        "JacobianPoint, set_jacobian_point()",
    r"\bleave_out_contacts\b": "solve_joints_only()",
    r"\bSchemeMemory\b|\bstep\.memory\b|\bremember\(":
        "SchemeHistory, step.history, store_history()",
    r"\bfirst_message\b": "message_of_first_rank()",
    # entries
    r"Solid/held\b|\bset held\b": "Solid/fixed displacements",
    # energy
    r"\bledgers?\b|EnergyLedger|energy_ledger": "energy balance, EnergyRecord",
    r"\bthe (energy )?account\b|\benergy account\b|--account\b":
        "energy balance",
    r"\bbooks? (where|what|it)\b|\bbooked\b": "how the dissipation is split",
    # titles
    r"^#+ Velocities that jump":
        "measure differential inclusion, Moreau's sweeping process",
    r"\blaws of impact\b": "impact laws",
    r"\bmethods of contact\b(?![ ]enforcement)": "contact enforcement",
    r"\bprograms as judges\b": "cross-code verification",
    r"^#+ (Choose|Which one|Which scheme\?)$":
        "choosing a model, a solver, a scheme",
}

# names of files and options, keys of results, names that entries had
CONTRACT = re.compile(r"read_the_ledger|\"dilated\"|\"dilation_speed_max\"|"
                      r"\brenamed\(\s*\"[^\"]*\"|\"--account\"")

# what a pattern finds there is another thing: ink that grows, in pictures
OTHER_MEANING = {"applications/tools/slope_triangle.py"}

GAP = r"(?:\s|[*/#\"])+"
RETIRED = [(re.compile(re.sub(r" (?!\])", lambda blank: GAP, pattern),
                       re.MULTILINE | (re.IGNORECASE if pattern.islower()
                                       else 0)), term)
           for pattern, term in GLOSSARY.items()]


def found_in(text):
    """(line, words, term to use) of every retired word."""
    text = CONTRACT.sub(lambda match: " " * len(match[0]), text)
    return [(text.count("\n", 0, match.start()) + 1, match[0], term)
            for pattern, term in RETIRED for match in pattern.finditer(text)]


def files():
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in SUFFIXES:
                yield file
    yield ROOT / "README.md"


class GlossaryTest(unittest.TestCase):

    def test_words_of_the_field(self):
        problems = [f"{name}:{line}: '{words}': write {term}"
                    for file in files()
                    if (name := str(file.relative_to(ROOT)))
                    not in OTHER_MEANING
                    for line, words, term in found_in(
                        file.read_text(encoding="utf-8"))]
        self.assertEqual(problems, [])

    def test_what_is_found(self):
        for text, line in (("Contacts that\n   * cohere", 2),
                           ("friction with\n// a memory", 1),
                           ('"contacts "\n   "without mass"', 1),
                           ("the ledger", 1)):
            self.assertEqual([found[0] for found in found_in(text)], [line],
                             text)
        for text in ("systems on the heap", "coherent", "nodes without mass",
                     "doc/read_the_ledger.md", "'NAME: bumper ; POINT'",
                     'renamed("opening contacts", "separating contacts")'):
            self.assertEqual(found_in(text), [], text)


if __name__ == "__main__":
    unittest.main()
