; there is no indexed constant of this name
(set-logic ALL)
(assert (= 1 (_ magic 1)))
(check-sat)
