/** The hash of the password that the back office asks for beside the account's own; set with `npm run admin -- back-office-password`. */
export const BACK_OFFICE_SETTING = 'back-office-password';
