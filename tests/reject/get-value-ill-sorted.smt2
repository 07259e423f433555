; the term adds a Bool
(set-option :produce-models true)
(set-logic ALL)
(declare-const x Int)
(check-sat)
(get-value ((+ x true)))
