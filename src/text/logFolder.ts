/** The folder of a workspace that harnesses and this product share: logs, and the stop file. */
export const LOG_FOLDER = '.read-coverage';
