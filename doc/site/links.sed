# SPDX-License-Identifier: Apache-2.0
# Of comments: pages of the site, 'doc/theory/beams.md (1), (2)', and their equations
# become links.
s#\bdoc/([a-z_/]+)\.md\b#<a href="../doc/\1.html">&</a>#g
:next
s#(<a href="([^"\#]*)[^"]*">[^<]*</a>,? )\(([0-9]+[a-z]?)\)#\1<a href="\2\#eq-\3">(\3)</a>#
t next
