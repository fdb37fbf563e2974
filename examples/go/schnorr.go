package main

import (
	"bytes"
	"math/big"
)

// point is an affine point of secp256k1; nil is the point at infinity.
type point struct{ x, y *big.Int }

func number(hex string) *big.Int {
	value, _ := new(big.Int).SetString(hex, 16)
	return value
}

var (
	field     = number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	order     = number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	generator = &point{
		number("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
		number("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	}
)

func (p *point) isOnCurve() bool {
	left := new(big.Int).Mul(p.y, p.y)
	right := new(big.Int).Exp(p.x, big.NewInt(3), nil)
	right.Add(right, big.NewInt(7))
	return p.x.Cmp(field) < 0 && p.y.Cmp(field) < 0 && left.Sub(left, right).Mod(left, field).Sign() == 0
}

func add(a, b *point) *point {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	rise, run := new(big.Int).Sub(b.y, a.y), new(big.Int).Sub(b.x, a.x)
	if run.Sign() == 0 {
		if new(big.Int).Add(a.y, b.y).Cmp(field) == 0 {
			return nil
		}
		rise.Mul(a.x, a.x).Mul(rise, big.NewInt(3))
		run.Lsh(a.y, 1)
	}
	slope := rise.Mul(rise, run.ModInverse(run.Mod(run, field), field)).Mod(rise, field)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, a.x).Sub(x, b.x).Mod(x, field)
	y := new(big.Int).Sub(a.x, x)
	y.Mul(y, slope).Sub(y, a.y).Mod(y, field)
	return &point{x, y}
}

func multiply(scalar *big.Int, p *point) *point {
	var product *point
	for bit := scalar.BitLen() - 1; bit >= 0; bit-- {
		product = add(product, product)
		if scalar.Bit(bit) == 1 {
			product = add(product, p)
		}
	}
	return product
}

// isSigned tells whether s (32 bytes) and commitment (20 bytes) sign the message under a sum of keys.
func isSigned(key *point, message, s, commitment []byte) bool {
	scalar := new(big.Int).SetBytes(s)
	if key == nil || key.x.Cmp(order) >= 0 || scalar.Sign() == 0 || scalar.Cmp(order) >= 0 {
		return false
	}
	if bytes.Equal(commitment, make([]byte, 20)) {
		return false
	}
	parity := []byte{byte(key.y.Bit(0))}
	challenge := new(big.Int).SetBytes(keccak256(key.x.FillBytes(make([]byte, 32)), parity, message, commitment))
	if challenge.Mod(challenge, order).Sign() == 0 {
		return false
	}
	nonce := add(multiply(scalar, generator), multiply(challenge.Sub(order, challenge), key))
	if nonce == nil {
		return false
	}
	hash := keccak256(nonce.x.FillBytes(make([]byte, 32)), nonce.y.FillBytes(make([]byte, 32)))
	return bytes.Equal(hash[12:], commitment)
}
