/** Digits of any script as those of ASCII; each block of ten begins at a multiple of ten, counted from its zero. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    if (digit <= '9') return digit;
    let zero = digit.codePointAt(0)!;
    const code = zero;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(code - zero);
  });
}
