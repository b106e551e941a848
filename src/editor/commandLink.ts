/**
 * A link that runs a command, for Markdown that is trusted for it. What is handed to the command may come from a record:
 * every character of it that has a meaning in Markdown is encoded.
 *
 * @param title our own words
 */
export function commandLink(title: string, command: string, argument?: unknown): string {
  if (argument === undefined) return `[${title}](command:${command})`;
  const encoded = encodeURIComponent(JSON.stringify([argument])).replace(
    /[!'()*~_.-]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[${title}](command:${command}?${encoded})`;
}
