const block = 512;

/** The header of a file in a tar archive (POSIX ustar). https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
export function tarHeader({ name, size, at }: { name: string; size: number; at: Date }): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive.`);
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number, offset: number) =>
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, offset, "latin1");
  header.write(name, 0);
  octal(0o600, 8, 100);
  octal(0, 8, 108);
  octal(0, 8, 116);
  octal(size, 12, 124);
  octal(Math.floor(at.getTime() / 1000), 12, 136);
  header.write("        ", 148, "latin1");
  header.write("0", 156, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** Fills up the last block of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

/** The end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * block);
