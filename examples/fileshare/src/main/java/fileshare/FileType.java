package fileshare;

/** What a file holds. */
public enum FileType {
    TEXT, IMAGE, ARCHIVE
}
