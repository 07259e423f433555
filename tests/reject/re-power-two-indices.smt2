; re.^ takes one index, not two
(set-logic ALL)
(assert (str.in_re "aa" ((_ re.^ 1 2) re.allchar)))
(check-sat)
