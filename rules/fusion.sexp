; fusion.sexp - fusion functions and their inversions, for the strategy fusion.
;
;   (fusion NAME
;       (widths n ...)              numbers that the sorts have in them; any
;       (types A ...)               sorts; any that SMT-LIB's theories give, and where A is the
;                                   whole sort of x or y, those that a formula declares
;       (where CONDITION ...)       on the widths: (< n m), with + - * div mod
;       (sort S)                    of x, y and z; or (sorts SX SY SZ)
;       (datatype D (c (s S) ...))  one that z may be of; (D A ...) with types as parameters
;       (coefficients c (c S) (c S CONDITION) ...)
;                                   literals that are drawn; of sort S, or else of x's
;       (inverse d c)               a coefficient: c * d = 1 in c's bit-vector sort, c being odd
;       (z F)                       the fusion function, over x, y and the coefficients
;       (x RX) (y RY)               the inversions: equal to x and y whenever z = F
;       (x RX (needs CONDITION)))   only where the condition on x and y holds
;
; Rules with needs fuse unsatisfiable formulas, where x = RX is asserted; and satisfiable ones only
; where models say that the condition holds. `assay rules --verify` proves what is said here.

; ---- Int ---------------------------------------------------------------------------------------
(fusion int.add (sort Int) (z (+ x y)) (x (- z y)) (y (- z x)))
(fusion int.sub (sort Int) (z (- x y)) (x (+ z y)) (y (- x z)))
(fusion int.add-constant (sort Int) (coefficients c)
    (z (+ x c y)) (x (- z c y)) (y (- z c x)))
(fusion int.mul (sort Int)
    (z (* x y)) (x (div z y) (needs (not (= y 0)))) (y (div z x) (needs (not (= x 0)))))
(fusion int.linear (sort Int)
    (coefficients (c1 Int (not (= c1 0))) (c2 Int (not (= c2 0))) c3)
    (z (+ (* c1 x) (* c2 y) c3))
    (x (div (- z (* c2 y) c3) c1))
    (y (div (- z (* c1 x) c3) c2)))
(fusion int.affine (sort Int) (coefficients (c Int (not (= c 0))))
    (z (+ (* c x) y)) (x (div (- z y) c)) (y (- z (* c x))))
(fusion int.choose (sort Int) (coefficients c)
    (z (ite (< x c) (- x y) (+ x y)))
    (x (ite (< x c) (+ z y) (- z y)))
    (y (ite (< x c) (- x z) (- z x))))
(fusion int.bool (sorts Bool Int Int)
    (z (ite x (+ (* 2 y) 1) (* 2 y))) (x (= (mod z 2) 1)) (y (div z 2)))

; ---- Real --------------------------------------------------------------------------------------
(fusion real.add (sort Real) (z (+ x y)) (x (- z y)) (y (- z x)))
(fusion real.sub (sort Real) (z (- x y)) (x (+ z y)) (y (- x z)))
(fusion real.add-constant (sort Real) (coefficients c)
    (z (+ x c y)) (x (- z c y)) (y (- z c x)))
(fusion real.mul (sort Real)
    (z (* x y)) (x (/ z y) (needs (not (= y 0.0)))) (y (/ z x) (needs (not (= x 0.0)))))
(fusion real.linear (sort Real)
    (coefficients (c1 Real (not (= c1 0.0))) (c2 Real (not (= c2 0.0))) c3)
    (z (+ (* c1 x) (* c2 y) c3))
    (x (/ (- z (* c2 y) c3) c1))
    (y (/ (- z (* c1 x) c3) c2)))
(fusion real.int (sorts Int Real Real)
    (z (+ (to_real x) y)) (x (to_int (- z y))) (y (- z (to_real x))))

; ---- String ------------------------------------------------------------------------------------
(fusion str.substr (sort String)
    (z (str.++ x y))
    (x (str.substr z 0 (str.len x)))
    (y (str.substr z (str.len x) (str.len y))))
(fusion str.replace (sort String)
    (z (str.++ x y)) (x (str.substr z 0 (str.len x))) (y (str.replace z x "")))
(fusion str.between (sort String) (coefficients c)
    (z (str.++ x c y))
    (x (str.substr z 0 (str.len x)))
    (y (str.replace (str.replace z x "") c "")))
(fusion str.ends (sort String)
    (z (str.++ x y))
    (x (str.substr z 0 (- (str.len z) (str.len y))))
    (y (str.substr z (- (str.len z) (str.len y)) (str.len y))))

; ---- Bool --------------------------------------------------------------------------------------
(fusion bool.xor (sort Bool) (z (xor x y)) (x (xor z y)) (y (xor z x)))
(fusion bool.equal (sort Bool) (z (= x y)) (x (= z y)) (y (= z x)))
(fusion bool.distinct (sort Bool) (z (distinct x y)) (x (ite y (not z) z)) (y (ite x (not z) z)))

; ---- bit-vectors of any width ------------------------------------------------------------------
(fusion bv.add (widths n) (sort (_ BitVec n)) (z (bvadd x y)) (x (bvsub z y)) (y (bvsub z x)))
(fusion bv.sub (widths n) (sort (_ BitVec n)) (z (bvsub x y)) (x (bvadd z y)) (y (bvsub x z)))
(fusion bv.xor (widths n) (sort (_ BitVec n)) (z (bvxor x y)) (x (bvxor z y)) (y (bvxor z x)))
(fusion bv.xnor (widths n) (sort (_ BitVec n)) (z (bvxnor x y)) (x (bvxnor z y)) (y (bvxnor z x)))
(fusion bv.not (widths n) (sort (_ BitVec n))
    (z (bvnot (bvadd x y))) (x (bvsub (bvnot z) y)) (y (bvadd (bvnot z) (bvneg x))))
(fusion bv.add-constant (widths n) (sort (_ BitVec n)) (coefficients c)
    (z (bvadd x c y)) (x (bvsub (bvsub z c) y)) (y (bvsub (bvsub z c) x)))
(fusion bv.linear (widths n) (sort (_ BitVec n))
    (coefficients (c1 (_ BitVec n) (= ((_ extract 0 0) c1) #b1))
                  (c2 (_ BitVec n) (= ((_ extract 0 0) c2) #b1)) c3)
    (inverse d1 c1) (inverse d2 c2)
    (z (bvadd (bvmul c1 x) (bvmul c2 y) c3))
    (x (bvmul d1 (bvsub (bvsub z (bvmul c2 y)) c3)))
    (y (bvmul d2 (bvsub (bvsub z (bvmul c1 x)) c3))))
(fusion bv.concat (widths n m) (sorts (_ BitVec n) (_ BitVec m) (_ BitVec (+ n m)))
    (z (concat x y))
    (x ((_ extract (- (+ n m) 1) m) z))
    (y ((_ extract (- m 1) 0) z)))
(fusion bv.rotate (widths n) (sort (_ BitVec n))
    (z ((_ rotate_left 1) (bvxor x y)))
    (x (bvxor ((_ rotate_right 1) z) y))
    (y (bvxor x ((_ rotate_right 1) z))))
(fusion bv.rotate-half (widths n) (where (> n 1)) (sort (_ BitVec n))
    (z (bvadd ((_ rotate_left (div n 2)) x) y))
    (x ((_ rotate_right (div n 2)) (bvsub z y)))
    (y (bvsub z ((_ rotate_left (div n 2)) x))))
(fusion bv.sign-extend (widths n) (sorts (_ BitVec n) (_ BitVec n) (_ BitVec (+ n 1)))
    (z (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) y)))
    (x ((_ extract (- n 1) 0) (bvsub z ((_ sign_extend 1) y))))
    (y ((_ extract (- n 1) 0) (bvsub z ((_ sign_extend 1) x)))))
(fusion bv.bool (widths n) (sorts Bool (_ BitVec n) (_ BitVec (+ n 1)))
    (z (concat (ite x #b1 #b0) y))
    (x (= ((_ extract n n) z) #b1))
    (y ((_ extract (- n 1) 0) z)))

; ---- arrays ------------------------------------------------------------------------------------
(fusion array.store (types I E) (sorts E (Array I E) (Array I E)) (coefficients (i I))
    (z (store y i x)) (x (select z i)) (y (store z i (select y i))))
(fusion array.patch (types I E) (sort (Array I E)) (coefficients (i I))
    (z (store x i (select y i)))
    (x (store z i (select x i)))
    (y (store y i (select z i))))

; ---- sequences ---------------------------------------------------------------------------------
(fusion seq.extract (types E) (sort (Seq E))
    (z (seq.++ x y))
    (x (seq.extract z 0 (seq.len x)))
    (y (seq.extract z (seq.len x) (seq.len y))))
(fusion seq.unit (types E) (sorts E (Seq E) (Seq E))
    (z (seq.++ (seq.unit x) y))
    (x (seq.nth z 0))
    (y (seq.extract z 1 (seq.len y))))

; ---- datatypes: sorts of any two kinds ---------------------------------------------------------
(fusion data.pair (types A B) (sorts A B Pair)
    (datatype Pair (pair (first A) (second B)))
    (z (pair x y)) (x (first z)) (y (second z)))
(fusion data.any (types A B) (sorts A B (Both A B))
    (datatype (Both A B) (both (left A) (right B)))
    (z (both x y)) (x (left z)) (y (right z)))
(fusion data.tag (types A) (sorts A Bool (Tag A))
    (datatype (Tag A) (yes (on A)) (no (off A)))
    (z (ite y (yes x) (no x)))
    (x (ite ((_ is yes) z) (on z) (off z)))
    (y ((_ is yes) z)))

; ---- floating point: signs only, the rest rounds -----------------------------------------------
(fusion fp.sign (widths e s) (sort (_ FloatingPoint e s))
    (z (ite (fp.isNegative y) (fp.neg x) x))
    (x (ite (fp.isNegative y) (fp.neg z) z))
    (y (ite (= z x) (ite (fp.isNaN x) y (fp.abs y)) (fp.neg (fp.abs y)))))
