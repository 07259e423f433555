; re.comp takes exactly one argument
(set-logic ALL)
(assert (str.in_re "a" (re.comp re.all re.none)))
(check-sat)
