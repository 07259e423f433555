; the terms must be enclosed in a list
(set-option :produce-models true)
(set-logic ALL)
(declare-const x Int)
(check-sat)
(get-value x)
