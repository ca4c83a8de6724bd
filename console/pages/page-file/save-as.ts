/** Has the browser save JSON as a file. */
export function saveAs(name: string, content: unknown): void {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
