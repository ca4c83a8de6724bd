import { z } from "zod";

/**
 * The faults of files and lines that cannot be imported, in the words of owners. Jobs store the English sentence;
 * `SUBJECT` stands for the name of a column, a tag or a platform, or for the number of a line.
 */
export const importFaults = {
  no_key: {
    en: "The line has no psid, phone number or e-mail address.",
    vi: "Dòng này không có psid, số điện thoại hay email.",
  },
  several_phones: {
    en: "Several customers have this phone number. Use the psid.",
    vi: "Nhiều khách có số điện thoại này. Hãy dùng psid.",
  },
  several_emails: {
    en: "Several customers have this e-mail address. Use the psid.",
    vi: "Nhiều khách có email này. Hãy dùng psid.",
  },
  foreign_psid: { en: "The psid is not one of SUBJECT.", vi: "Đây không phải là psid của SUBJECT." },
  unknown_psid: {
    en: "The page has no such customer, and SUBJECT makes its customers itself.",
    vi: "Trang không có khách này, và SUBJECT tự tạo khách.",
  },
  joined: {
    en: "This contact was joined to a customer. Use that customer's psid.",
    vi: "Liên hệ này đã được gộp vào một khách. Hãy dùng psid của khách đó.",
  },
  unknown_field: { en: 'The page has no field "SUBJECT".', vi: "Trang không có trường “SUBJECT”." },
  unfit: { en: 'The value of "SUBJECT" does not fit.', vi: "Giá trị của “SUBJECT” không hợp lệ." },
  empty_file: { en: "The file is empty.", vi: "Tệp trống." },
  no_rows: { en: "The file has a header and no rows.", vi: "Tệp chỉ có dòng tiêu đề." },
  too_many_rows: { en: "The file has more than 200,000 rows.", vi: "Tệp có hơn 200.000 dòng." },
  too_many_columns: { en: "Line SUBJECT has more than 200 columns.", vi: "Dòng SUBJECT có hơn 200 cột." },
  long_text: {
    en: "Line SUBJECT has a text over 5,000 characters.",
    vi: "Dòng SUBJECT có nội dung dài hơn 5.000 ký tự.",
  },
  stray_quote: {
    en: "Line SUBJECT has a quote in the wrong place.",
    vi: "Dòng SUBJECT có dấu ngoặc kép sai chỗ.",
  },
  long_first_row: {
    en: "The first row is longer than 1 MB. A quote may be missing at its end.",
    vi: "Dòng đầu dài hơn 1 MB. Có thể thiếu dấu ngoặc kép ở cuối dòng.",
  },
  long_row: {
    en: "The row after line SUBJECT is longer than 1 MB. A quote may be missing at its end.",
    vi: "Dòng sau dòng SUBJECT dài hơn 1 MB. Có thể thiếu dấu ngoặc kép ở cuối dòng.",
  },
  not_utf8: {
    en: "The file is not UTF-8. Save it as CSV UTF-8.",
    vi: "Tệp không phải UTF-8. Hãy lưu thành CSV UTF-8.",
  },
  unknown_tag: { en: 'The page has no tag "SUBJECT".', vi: "Trang không có thẻ “SUBJECT”." },
} satisfies Record<string, { en: string; vi: string }>;

export const ImportFault = z.enum(Object.keys(importFaults) as [keyof typeof importFaults]);
export type ImportFault = z.infer<typeof ImportFault>;

/** The sentence that a job stores, or a refusal has. */
export const importFault = (fault: ImportFault, subject = ""): string =>
  importFaults[fault].en.replace("SUBJECT", () => subject);

/** A stored sentence in the reader's language. `nameOf` is the reader's word for a subject. */
export function importFaultIn(
  language: string,
  sentence: string,
  nameOf: (subject: string) => string = (subject) => subject,
): string {
  for (const { en, vi } of Object.values(importFaults)) {
    const [start = "", end] = en.split("SUBJECT");
    const words = language.startsWith("vi") ? vi : en;
    if (end === undefined ? sentence === en : sentence.startsWith(start) && sentence.endsWith(end)) {
      const subject = end === undefined ? "" : sentence.slice(start.length, sentence.length - end.length);
      return words.replace("SUBJECT", () => nameOf(subject));
    }
  }
  return sentence;
}
