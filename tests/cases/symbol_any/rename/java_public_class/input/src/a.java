public class Sheet {}
