import { messagesIn } from '../language.ts';

export const photosZh = {
  label: '现场照片',
  hint: '最多 3 张，PNG 或 JPEG',
  add: '添加照片',
  photo: (n: number) => `照片 ${n}`,
  remove: (n: number) => `删除照片 ${n}`,
  removeAsk: '确定删除这张照片吗？',
  removeYes: '删除',
  cancel: '取消',
  limit: '最多上传3张照片',
  notPicture: (name: string) => `“${name}”不是 PNG 或 JPEG 照片`,
  tooLarge: (name: string) => `“${name}”超过 10MB`,
  unreadable: (name: string) => `“${name}”无法读取，请重新选择`,
  sent: '已上传',
};

export type PhotosMessages = typeof photosZh;

export const photosEn: PhotosMessages = {
  label: 'Photos',
  hint: 'At most 3, PNG or JPEG',
  add: 'Add a photo',
  photo: (n) => `Photo ${n}`,
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

export const usePhotosMessages = messagesIn<PhotosMessages>({ zh: photosZh, en: photosEn });
