; re.^ without its index
(set-logic ALL)
(assert (str.in_re "aa" (re.^ re.allchar)))
(check-sat)
