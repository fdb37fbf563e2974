package main

import (
	"encoding/binary"
	"math/bits"
)

const rate = 136

var roundConstants = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
	0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
	0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
}

var rotations = [24]int{1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44}
var lanes = [24]int{10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1}

// keccak256 is the hash of Ethereum: Keccak before its padding became that of SHA-3.
func keccak256(parts ...[]byte) []byte {
	var message []byte
	for _, part := range parts {
		message = append(message, part...)
	}
	message = append(message, 1)
	message = append(message, make([]byte, (rate-len(message)%rate)%rate)...)
	message[len(message)-1] |= 0x80

	var state [25]uint64
	for ; len(message) > 0; message = message[rate:] {
		for lane := 0; lane < rate/8; lane++ {
			state[lane] ^= binary.LittleEndian.Uint64(message[8*lane:])
		}
		permute(&state)
	}
	hash := make([]byte, 32)
	for lane := 0; lane < 4; lane++ {
		binary.LittleEndian.PutUint64(hash[8*lane:], state[lane])
	}
	return hash
}

func permute(a *[25]uint64) {
	for _, constant := range roundConstants {
		var c [5]uint64
		for x := range c {
			c[x] = a[x] ^ a[x+5] ^ a[x+10] ^ a[x+15] ^ a[x+20]
		}
		for x := range c {
			d := c[(x+4)%5] ^ bits.RotateLeft64(c[(x+1)%5], 1)
			for y := 0; y < 25; y += 5 {
				a[x+y] ^= d
			}
		}
		moved := a[1]
		for step, lane := range lanes {
			a[lane], moved = bits.RotateLeft64(moved, rotations[step]), a[lane]
		}
		for y := 0; y < 25; y += 5 {
			row := [5]uint64(a[y : y+5])
			for x := range row {
				a[y+x] = row[x] ^ (^row[(x+1)%5] & row[(x+2)%5])
			}
		}
		a[0] ^= constant
	}
}
