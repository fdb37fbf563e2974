"""Base58 with the Bitcoin alphabet."""

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def encode(data):
    number = int.from_bytes(data, "big")
    text = ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    zeros = len(data) - len(data.lstrip(b"\0"))
    return "1" * zeros + text


def decode(text):
    number = 0
    for character in text:
        number = number * 58 + ALPHABET.index(character)
    zeros = len(text) - len(text.lstrip("1"))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")
