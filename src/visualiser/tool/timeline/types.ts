/** A page at one moment: an HTML document without scripts that contains its styles. */
export type Picture = {
  html: string;
  /** The size of the window in pixels. */
  width: number;
  height: number;
};
