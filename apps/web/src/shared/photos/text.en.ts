import type { PhotosWords } from './text.zh-CN.ts';

export const photosEn: PhotosWords = {
  label: 'Photos',
  hint: 'At most 3, PNG or JPEG',
  add: 'Add a photo',
  remove: (n) => `Remove photo ${n}`,
  removeAsk: 'Remove this photo?',
  removeYes: 'Remove',
  cancel: 'Cancel',
  limit: 'At most 3 photos',
  notPicture: (name) => `“${name}” is no PNG or JPEG photo`,
  tooLarge: (name) => `“${name}” is larger than 10 MB`,
  unreadable: (name) => `“${name}” could not be read, please choose it again`,
  sent: 'Uploaded',
};
