// The words of 两点一岗, in Chinese.
export const postsZh = {
  parts: { posts: '检查哨卡', monitors: '卡口监控', images: '卡口抓拍' },
  search: '哨卡、网格',
  total: (n: number) => `共 ${n} 处`,
  at: (post: string) => `位于${post}`,
  post: '哨卡',
  category: '类别',
  categories: { vehicle: '车辆', person: '人员' },
  directions: { in: '入', out: '出' },
  plate: '车牌',
  time: '抓拍时间',
  begin: '开始',
  end: '结束',
  fly: '飞到此处',
  noPosts: { title: '网格内没有检查哨卡', hint: '请管理员导入资源（类别 inspectionPost）：npm run import -- resources 文件。' },
  noMonitors: { title: '没有卡口监控点', hint: '离检查站或检查哨卡不超过 1 公里的监控点会列在这里。' },
  noImages: { title: '还没有卡口抓拍', hint: '卡口设备推送图片后出现在这里。' },
  none: { title: '没有符合条件的内容', hint: '换一个条件，或清除条件。' },
};

export type PostsWords = typeof postsZh;
