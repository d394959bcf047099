/**
 * Controls of ASCII but tabs and ends of lines: no person types them, and the database holds no
 * text with a zero.
 */
const control = /(?![\t\n\r\u0080-\u009f])\p{Cc}/gu;

/**
 * A text as it can be stored and shown: controls are taken out, so that what stands around one is
 * one text, and halves of surrogate pairs become U+FFFD. Text from outside passes through here
 * once, where it is read.
 */
export const cleanText = (text: string): string => text.replace(control, '').toWellFormed();
