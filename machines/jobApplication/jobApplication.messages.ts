/** Texts of the application dialog. Spec §2, Careers; §4, Application modal; where the specification has none, our own. */
export const jobApplicationMessages = {
  title: (job: string) => `Apply for ${job}`,
  thanks: (job: string) =>
    `Thank you for applying to ${job}! We'll review your application and get back to you soon.`,
  refused: 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.',
  lost: (file: string) => `The page was loaded again, and files are not kept. Please choose ${file} again.`,
} as const;
