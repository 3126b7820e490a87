;; The inner loops of the search in codes (code-table.ts says how a block lies in memory).
;; A row's code is `width` vectors of 16 bytes; blocks hold 4096 rows.
(module
  (import "env" "memory" (memory 1))

  ;; Writes 0 for rows whose scope's bit is set and whose day is in the range, 0xffff for others.
  ;; Answers with how many there are of the former.
  (func (export "select") (param $scopes i32) (param $days i32) (param $count i32)
      (param $bitmap i32) (param $limit i32) (param $from i32) (param $to i32) (param $out i32)
      (result i32)
    (local $row i32) (local $scope i32) (local $day i32) (local $is i32) (local $found i32)
    (block $end (loop $next
      (br_if $end (i32.ge_u (local.get $row) (local.get $count)))
      (local.set $scope (i32.load (i32.add (local.get $scopes) (i32.shl (local.get $row) (i32.const 2)))))
      (local.set $day (i32.load16_u (i32.add (local.get $days) (i32.shl (local.get $row) (i32.const 1)))))
      (local.set $is (i32.const 0))
      (if (i32.lt_u (local.get $scope) (local.get $limit)) (then
        (local.set $is (i32.and
          (i32.and
            (i32.shr_u
              (i32.load8_u (i32.add (local.get $bitmap) (i32.shr_u (local.get $scope) (i32.const 3))))
              (i32.and (local.get $scope) (i32.const 7)))
            (i32.const 1))
          (i32.and
            (i32.ge_u (local.get $day) (local.get $from))
            (i32.le_u (local.get $day) (local.get $to)))))))
      (i32.store16 (i32.add (local.get $out) (i32.shl (local.get $row) (i32.const 1)))
        (i32.sub (local.get $is) (i32.const 1)))
      (local.set $found (i32.add (local.get $found) (local.get $is)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $next)))
    (local.get $found))

  ;; Bits in which a code differs from the query's signs. Processors count the bits of eight bytes at once;
  ;; of sixteen many do not.
  (func $distance (param $bits i32) (param $query i32) (param $width i32) (result i32)
    (local $sum i64)
    (loop $more
      (local.set $sum (i64.add (local.get $sum)
        (i64.add
          (i64.popcnt (i64.xor (i64.load (local.get $bits)) (i64.load (local.get $query))))
          (i64.popcnt (i64.xor (i64.load offset=8 (local.get $bits)) (i64.load offset=8 (local.get $query)))))))
      (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 16)))
      (local.set $width (i32.sub (local.get $width) (i32.const 1)))
      (br_if $more (local.get $width)))
    (i32.wrap_i64 (local.get $sum)))

  ;; Writes each row's distance to the query in bits. With `filtered` rows whose `out` is 0xffff keep it.
  (func (export "measure") (param $bits i32) (param $count i32) (param $width i32)
      (param $query i32) (param $out i32) (param $filtered i32)
    (local $end i32)
    (if (i32.and (i32.eq (local.get $width) (i32.const 3)) (i32.eqz (local.get $filtered))) (then
      (call $measure3 (local.get $bits) (local.get $count) (local.get $query) (local.get $out))
      (return)))
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 1))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
      ;; Measuring a row takes no longer than a branch that is often mispredicted.
      (i32.store16 (local.get $out) (i32.or
        (call $distance (local.get $bits) (local.get $query) (local.get $width))
        (i32.sub (i32.const 0) (i32.and (local.get $filtered)
          (i32.eq (i32.load16_u (local.get $out)) (i32.const 0xffff))))))
      (local.set $bits (i32.add (local.get $bits) (i32.shl (local.get $width) (i32.const 4))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br $next))))

  ;; The same for all rows of a block with rows, where a code is 48 bytes long.
  (func $measure3 (param $bits i32) (param $count i32) (param $query i32) (param $out i32)
    (local $end i32)
    (local $q0 i64) (local $q1 i64) (local $q2 i64) (local $q3 i64) (local $q4 i64) (local $q5 i64)
    (local.set $q0 (i64.load (local.get $query)))
    (local.set $q1 (i64.load offset=8 (local.get $query)))
    (local.set $q2 (i64.load offset=16 (local.get $query)))
    (local.set $q3 (i64.load offset=24 (local.get $query)))
    (local.set $q4 (i64.load offset=32 (local.get $query)))
    (local.set $q5 (i64.load offset=40 (local.get $query)))
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 1))))
    (loop $next
      (i32.store16 (local.get $out) (i32.wrap_i64
        (i64.add
          (i64.add
            (i64.add
              (i64.popcnt (i64.xor (i64.load (local.get $bits)) (local.get $q0)))
              (i64.popcnt (i64.xor (i64.load offset=8 (local.get $bits)) (local.get $q1))))
            (i64.add
              (i64.popcnt (i64.xor (i64.load offset=16 (local.get $bits)) (local.get $q2)))
              (i64.popcnt (i64.xor (i64.load offset=24 (local.get $bits)) (local.get $q3)))))
          (i64.add
            (i64.popcnt (i64.xor (i64.load offset=32 (local.get $bits)) (local.get $q4)))
            (i64.popcnt (i64.xor (i64.load offset=40 (local.get $bits)) (local.get $q5)))))))
      (local.set $bits (i32.add (local.get $bits) (i32.const 48)))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br_if $next (i32.lt_u (local.get $out) (local.get $end)))))

  ;; Adds up how many rows are at each distance, without those whose `out` is 0xffff.
  (func (export "count") (param $out i32) (param $count i32) (param $histogram i32)
    (local $end i32) (local $at i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 1))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
      (local.set $at (i32.load16_u (local.get $out)))
      (if (i32.ne (local.get $at) (i32.const 0xffff)) (then
        (local.set $at (i32.add (local.get $histogram) (i32.shl (local.get $at) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br $next))))

  ;; Lists the positions (first + row) of rows whose `out` is from `least` to `most`; answers with how many.
  (func (export "collect") (param $out i32) (param $count i32) (param $least i32) (param $most i32)
      (param $first i32) (param $list i32) (result i32)
    (local $row i32) (local $mask i32) (local $found i32) (local $from v128) (local $limit v128)
    (local.set $from (i16x8.splat (local.get $least)))
    (local.set $limit (i16x8.splat (i32.sub (local.get $most) (local.get $least))))
    (block $end (loop $next
      (br_if $end (i32.ge_u (local.get $row) (local.get $count)))
      (local.set $mask (i16x8.bitmask (i16x8.le_u
        (i16x8.sub
          (v128.load (i32.add (local.get $out) (i32.shl (local.get $row) (i32.const 1))))
          (local.get $from))
        (local.get $limit))))
      ;; The last eight may reach beyond the rows.
      (if (i32.gt_u (i32.add (local.get $row) (i32.const 8)) (local.get $count)) (then
        (local.set $mask (i32.and (local.get $mask) (i32.sub
          (i32.shl (i32.const 1) (i32.sub (local.get $count) (local.get $row))) (i32.const 1))))))
      (block $none (loop $bit
        (br_if $none (i32.eqz (local.get $mask)))
        (i32.store (i32.add (local.get $list) (i32.shl (local.get $found) (i32.const 2)))
          (i32.add (local.get $first) (i32.add (local.get $row) (i32.ctz (local.get $mask)))))
        (local.set $found (i32.add (local.get $found) (i32.const 1)))
        (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
        (br $bit)))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (br $next)))
    (local.get $found))

  ;; Estimates the inner product of a row with the query, whose coordinates are four bits each in four
  ;; planes: scale * (2 * (low * ones + step * weighted) - sum) + offset, as a number from 1 to 4095 for
  ;; -1 to 1.
  (func $level (param $bits i32) (param $factor i32) (param $width i32) (param $plane i32)
      (param $low f32) (param $step f32) (param $total f32) (result i32)
    (local $end i32) (local $estimate i32) (local $code i64) (local $ones i64) (local $weighted i64)
    (local.set $end (i32.add (local.get $bits) (i32.shl (local.get $width) (i32.const 4))))
    (loop $more
      (local.set $code (i64.load (local.get $bits)))
      (local.set $ones (i64.add (local.get $ones) (i64.popcnt (local.get $code))))
      (local.set $weighted (i64.add (local.get $weighted)
        (i64.add
          (i64.add
            (i64.popcnt (i64.and (local.get $code) (i64.load (local.get $plane))))
            (i64.shl
              (i64.popcnt (i64.and (local.get $code) (i64.load offset=512 (local.get $plane))))
              (i64.const 1)))
          (i64.add
            (i64.shl
              (i64.popcnt (i64.and (local.get $code) (i64.load offset=1024 (local.get $plane))))
              (i64.const 2))
            (i64.shl
              (i64.popcnt (i64.and (local.get $code) (i64.load offset=1536 (local.get $plane))))
              (i64.const 3))))))
      (local.set $code (i64.load offset=8 (local.get $bits)))
      (local.set $ones (i64.add (local.get $ones) (i64.popcnt (local.get $code))))
      (local.set $weighted (i64.add (local.get $weighted)
        (i64.add
          (i64.add
            (i64.popcnt (i64.and (local.get $code) (i64.load offset=8 (local.get $plane))))
            (i64.shl
              (i64.popcnt (i64.and (local.get $code) (i64.load offset=520 (local.get $plane))))
              (i64.const 1)))
          (i64.add
            (i64.shl
              (i64.popcnt (i64.and (local.get $code) (i64.load offset=1032 (local.get $plane))))
              (i64.const 2))
            (i64.shl
              (i64.popcnt (i64.and (local.get $code) (i64.load offset=1544 (local.get $plane))))
              (i64.const 3))))))
      (local.set $plane (i32.add (local.get $plane) (i32.const 16)))
      (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
      (br_if $more (i32.lt_u (local.get $bits) (local.get $end))))
    (local.set $estimate (i32.trunc_sat_f32_s (f32.mul (f32.const 2048) (f32.add (f32.const 1)
      (f32.add
        (f32.load offset=4 (local.get $factor))
        (f32.mul (f32.load (local.get $factor))
          (f32.sub
            (f32.add
              (f32.mul (local.get $low) (f32.convert_i64_u (local.get $ones)))
              (f32.mul (local.get $step) (f32.convert_i64_u (local.get $weighted))))
            (local.get $total))))))))
    (if (i32.lt_s (local.get $estimate) (i32.const 1))
      (then (local.set $estimate (i32.const 1))))
    (if (i32.gt_s (local.get $estimate) (i32.const 4095))
      (then (local.set $estimate (i32.const 4095))))
    (local.get $estimate))

  ;; Estimates listed rows.
  (func (export "estimate") (param $blocks i32) (param $size i32) (param $factors i32) (param $width i32)
      (param $list i32) (param $count i32) (param $planes i32)
      (param $low f32) (param $step f32) (param $total f32) (param $out i32)
    (local $position i32) (local $block i32)
    (block $done (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (local.set $position (i32.load (local.get $list)))
      (local.set $block (i32.add (local.get $blocks)
        (i32.mul (i32.shr_u (local.get $position) (i32.const 12)) (local.get $size))))
      (local.set $position (i32.and (local.get $position) (i32.const 4095)))
      (i32.store16 (local.get $out) (call $level
        (i32.add (local.get $block)
          (i32.mul (local.get $position) (i32.shl (local.get $width) (i32.const 4))))
        (i32.add (i32.add (local.get $block) (local.get $factors))
          (i32.shl (local.get $position) (i32.const 3)))
        (local.get $width) (local.get $planes)
        (local.get $low) (local.get $step) (local.get $total)))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next))))

  ;; Eight halves as two times four singles: the exponent is put right by a multiplication.
  (func $single (param $halves v128) (result v128)
    (v128.or
      (f32x4.mul
        (i32x4.shl (v128.and (local.get $halves) (v128.const i32x4 0x7fff 0x7fff 0x7fff 0x7fff)) (i32.const 13))
        (v128.const f32x4 0x1p+112 0x1p+112 0x1p+112 0x1p+112))
      (i32x4.shl (v128.and (local.get $halves) (v128.const i32x4 0x8000 0x8000 0x8000 0x8000)) (i32.const 16))))

  ;; Inner products of `count` vectors of halves with a query of singles.
  (func (export "multiply") (param $halves i32) (param $count i32) (param $dims i32)
      (param $query i32) (param $out i32)
    (local $at i32) (local $left i32) (local $loaded v128) (local $one v128) (local $other v128)
    (block $done (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (local.set $at (local.get $query))
      (local.set $left (local.get $dims))
      (local.set $one (v128.const i64x2 0 0))
      (local.set $other (v128.const i64x2 0 0))
      (loop $more
        (local.set $loaded (v128.load (local.get $halves)))
        (local.set $one (f32x4.add (local.get $one) (f32x4.mul
          (call $single (i32x4.extend_low_i16x8_u (local.get $loaded))) (v128.load (local.get $at)))))
        (local.set $other (f32x4.add (local.get $other) (f32x4.mul
          (call $single (i32x4.extend_high_i16x8_u (local.get $loaded))) (v128.load offset=16 (local.get $at)))))
        (local.set $halves (i32.add (local.get $halves) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $left (i32.sub (local.get $left) (i32.const 8)))
        (br_if $more (local.get $left)))
      (local.set $one (f32x4.add (local.get $one) (local.get $other)))
      (f32.store (local.get $out) (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $one)) (f32x4.extract_lane 1 (local.get $one)))
        (f32.add (f32x4.extract_lane 2 (local.get $one)) (f32x4.extract_lane 3 (local.get $one)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next))))
)
