; Eight to ten characters, a digit and an upper-case letter, no space.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const p String)
(assert (<= 8 (str.len p) 10))
(assert (str.in_re p (re.++ re.all (re.range "0" "9") re.all)))
(assert (str.in_re p (re.++ re.all (re.range "A" "Z") re.all)))
(assert (not (str.contains p " ")))
(check-sat)
