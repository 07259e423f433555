; Two rules for --rules: one for each strategy that has rules.

; For fusion: z takes the place of x and y somewhere in two formulas that become one, and x and y
; are what z says they are.
(fusion mine.square (sort Int)
    (z (+ (* x x) y)) (x (+ x (- z (+ (* x x) y)))) (y (- z (* x x))))

; For sparrow: where a formula may get weaker the first becomes the second, where it may get
; stronger the second becomes the first.
(approx mine.square (terms (x y Int))
    (strong (< (* x x) y)) (weak (< x y)))
