; accepted by: z3 cvc5 (set-info with values of many shapes)
(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-info :category "industrial")
(set-info :source |
Some text; with (parentheses), "quotes"
and more lines.
|)
(set-info :license "https://example.org/licence")
(set-info :notes plain-symbol)
(set-info :number 12)
(set-info :decimal 1.50)
(set-info :hex #xFf)
(set-info :binary #b0101)
(set-info :empty "")
(set-info :quoted |a b|)
(set-logic QF_UF)
(check-sat)
