// A photo of a form that is being written; what may be one is judged in shared/picture-file.ts.

export interface Photo {
  readonly key: string;
  readonly file: File;
  /** Object URL for the preview. */
  readonly preview: string;
  /** Set once it is on the server: another try does not send it again. */
  readonly uploadId: string | null;
}
