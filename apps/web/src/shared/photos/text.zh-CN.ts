export const photosZh = {
  label: '现场照片',
  hint: '最多 3 张，PNG 或 JPEG',
  add: '添加照片',
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

export type PhotosWords = typeof photosZh;
