; symbols are case sensitive
(set-logic ALL)
(declare-const Value Int)
(assert (= value 1))
(check-sat)
