; re.loop takes two indices, not three
(set-logic ALL)
(assert (str.in_re "aa" ((_ re.loop 1 2 3) re.allchar)))
(check-sat)
