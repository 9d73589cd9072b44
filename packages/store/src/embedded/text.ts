// All messages of the embedded database to the operator.

export const text = {
  busy: (dataDir: string, pid: number) =>
    `数据目录 ${dataDir} 正被另一个林火瞭望服务使用（进程号 ${pid}）。请先停止它（kill ${pid}），或者用环境变量 DATA_DIR 指定另一个目录。`,
  unusable: (dataDir: string, code: string) =>
    `数据目录 ${dataDir} 无法建立或写入（${code}）。请检查它的权限与磁盘空间，或者用环境变量 DATA_DIR 指定另一个目录。`,
  noBinaries: (platform: string) =>
    `没有找到适用于 ${platform} 的内嵌 PostgreSQL。请重新运行 npm ci；或者用环境变量 DATABASE_URL 指定自己的 PostgreSQL（15 以上）。`,
  cannotRun: (reason: string) =>
    `内嵌 PostgreSQL 在这台机器上运行不了（${reason}）。请用普通用户启动，或者用环境变量 DATABASE_URL 指定自己的 PostgreSQL（15 以上）。`,
  wrongVersion: (clusterDir: string, found: string, wanted: string) =>
    `${clusterDir} 是 PostgreSQL ${found} 的数据，本程序自带的是 ${wanted}。请先用原来的版本备份（npm run backup），再恢复到新的数据目录。`,
  stagingLost: (stagedAt: string, record: string) =>
    `数据库原先放在 ${stagedAt}（见 ${record}），现在那里没有了或者不是同一份数据。为免用空库顶替，服务不启动。请把它恢复到原处；确认数据不要了，才删除 ${record}。`,
  clusterLost: (clusterDir: string, mark: string) =>
    `这个数据目录里有过数据库，但 ${clusterDir} 现在不见了。为免用空库顶替，服务不启动。请从备份恢复它；确认数据不要了，才删除 ${mark}。`,
  cannotMove: (clusterDir: string) =>
    `${clusterDir} 里已有数据库，但当前的 root 权限（没有 unshare，也没有 setpriv 或 CAP_DAC_OVERRIDE）进不了这个目录。请用普通用户启动，或者把 DATA_DIR 移到其他用户可以进入的目录。`,
  passwordLost: (passwordFile: string) =>
    `数据库在，但它的口令文件 ${passwordFile} 不见了。请从备份恢复这个文件（权限 0600），或者用 npm run restore 恢复整个数据目录。`,
  notOurs: (path: string) =>
    `${path} 不属于当前用户，数据库无法使用它。以前若是用 root 启动的，请继续用 root，或者先执行 chown -R 改回当前用户。`,
  initFailed: (reason: string) => `内嵌 PostgreSQL 初始化失败：${reason}`,
  startFailed: (reason: string, logFile: string) => `内嵌 PostgreSQL 启动失败：${reason}（日志：${logFile}）`,
};
